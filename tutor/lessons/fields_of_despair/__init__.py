"""What lessons and practice ask of Fields of Despair."""

// Maps of zones: plates and names keep their size on the screen, and names give way to what lies there already.
// Part of board.js: the two are one module.

const LEVELS = [["far", 24], ["middle", 62], ["near", Infinity]]; // up to so many pixels from zone to zone
const CLOSE = 6; // from this scale on every type is shown, even where that covers something
const APART = 25; // tiles of one nation that lie closer than this are added up

const level = (room) => LEVELS.find(([, most]) => room < most)[0];
const grown = (scale) => Math.min(1.45, Math.max(0.86, 0.9 * Math.pow(scale, 0.22)));

function place(node, wide, high, at, dy, size) {
  // The rectangle that something covers on the screen, counted from the corner of the map.
  const x = Number(node.dataset.x) * at;
  const y = Number(node.dataset.y) * at + dy * size;
  return [x - (wide * size) / 2, y - (high * size) / 2, x + (wide * size) / 2, y + (high * size) / 2];
}

const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

// Only what is different is written: every touch makes the browser paint.
function shown(node, yes) {
  const display = yes ? "" : "none";
  if (node.style.display !== display) node.style.display = display;
}

function written(tile, number) {
  const text = tile.querySelector(".sr-number text");
  if (text.textContent !== String(number)) text.textContent = number;
}

function moved(node, dy) {
  const place = `translate(0 ${dy.toFixed(1)})`;
  if (node.getAttribute("transform") !== place) node.setAttribute("transform", place);
}

function addUp(stacks, at, size, taken) {
  // Far out, the tiles of one nation in zones that lie close become one tile with the sum, and countries that no
  // player runs give way to those that players do.
  const tiles = [];
  for (const node of stacks) {
    const [x, y] = [Number(node.dataset.x) * at, Number(node.dataset.y) * at];
    for (const tile of node.querySelectorAll(".sr-tile")) {
      const { nation, count, minor } = tile.dataset;
      tiles.push({ node, tile, x, y, nation, minor: minor === "1", count: Number(count) });
    }
  }
  tiles.sort((a, b) => a.minor - b.minor || b.count - a.count);
  const leads = [];
  for (const one of tiles) {
    const lead = leads.find((l) => l.nation === one.nation && Math.hypot(l.x - one.x, l.y - one.y) < APART);
    const box = place(one.node, 23, 24, at, 0, size);
    const hidden = lead || (one.minor && taken.some((other) => meets(box, other)));
    if (lead) lead.sum += one.count;
    if (!hidden) {
      leads.push(Object.assign(one, { sum: one.count }));
      taken.push(box);
    }
    shown(one.tile, !hidden);
  }
  leads.forEach((one) => written(one.tile, one.sum));
}

function stand(stacks, now, at, size) {
  // Each zone shows as much as there is room for: all begin as tiles, and grow where that covers no other.
  const boxes = new Map();
  const sized = (node, form) => node.dataset[form].split(" ").map(Number);
  for (const node of stacks) boxes.set(node, ["far", place(node, ...sized(node, "far"), at, 0, size)]);
  const more = { far: [], middle: ["middle"], near: ["middle", "near"] }[now];
  for (const form of more) {
    for (const node of stacks) {
      const box = place(node, ...sized(node, form), at, 0, size);
      const free = stacks.every((other) => other === node || !meets(box, boxes.get(other)[1]));
      if (free || form === "near" && now === "near" && at > CLOSE) boxes.set(node, [form, box]);
    }
  }
  for (const [node, [form]] of boxes) {
    if (node.dataset.form !== form) node.dataset.form = form;
    if (now === "far") continue; // they are added up next
    node.querySelectorAll(".sr-tile").forEach((tile) => {
      shown(tile, true);
      written(tile, tile.dataset.count);
    });
  }
  return [...boxes.values()].map(([, box]) => box);
}

function arrange(layers, now, at) {
  const size = grown(at);
  const stacks = [...layers.stacks.parts.values()].map((part) => part.firstElementChild).filter(Boolean);
  let taken = stand(stacks, now, at, size);
  if (now === "far") addUp(stacks, at, size, (taken = []));
  const high = new Map();
  for (const node of stacks) {
    high.set(node.parentElement.dataset.key, Number(node.dataset[node.dataset.form].split(" ")[1]));
  }
  const labels = [...layers.labels.parts.values()].map((part) => part.firstElementChild).filter(Boolean);
  labels.sort((a, b) => a.dataset.rank - b.dataset.rank);
  const free = (box) => !taken.some((other) => meets(box, other));
  for (const node of labels) {
    const [name, holding, built] = node.firstElementChild.children;
    const [w, h] = [Number(node.dataset.w), Number(node.dataset.h)];
    const stood = high.get(node.parentElement.dataset.key) || 0;
    const chip = at >= Number(node.dataset.chip) && holding.childElementCount > 0 && !(stood && now === "far");
    let top = stood ? stood / 2 + 2 : -((h + (chip ? 12 : 0)) / 2); // the first line begins here
    const show = (part, box, dy) => {
      const fits = box !== null && free(box);
      shown(part, fits);
      if (fits) {
        taken.push(box);
        moved(part, dy);
      }
      return fits;
    };
    const named = at * 1.0001 >= Number(node.dataset.from) ? place(node, w, h, at, top + h / 2, size) : null;
    if (show(name, named, top + 9)) top += h + 1;
    else if (!stood) top = -6;
    if (show(holding, chip ? place(node, 34, 12, at, top + 6, size) : null, top + 6)) top += 12;
    const works = now === "near" && Number(node.dataset.built);
    show(built, works ? place(node, works, 14, at, top + 8, size) : null, top + 8);
  }
  layers.stacks.heights = high;
  dots(layers);
}

function dots(layers) {
  // The dot of a legal choice stands over what is in the zone.
  const heights = layers.stacks.heights || new Map();
  for (const [key, part] of layers.over.parts) {
    const [what, zone] = key.split(" ");
    const over = (heights.get(zone) || 8) / 2 + (what === "battle" ? 9 : 7);
    const dot = part.querySelector(".sr-dot");
    if (dot && dot.getAttribute("cy") !== String(-over)) dot.setAttribute("cy", -over);
    const blades = part.querySelector(".sr-blades");
    if (blades) moved(blades, -over);
  }
}

function rearrange(layers, changes, at, pitch) {
  if ("stacks" in changes || "labels" in changes) arrange(layers, level(at * pitch), at);
  else if ("over" in changes) dots(layers);
}

function vistas(model, map) {
  // Buttons that show a part of a large map.
  const named = Object.entries(model.get("vistas"));
  if (!named.length) return null;
  const box = map.getContainer().appendChild(document.createElement("div"));
  box.className = "staff-ride sr-vistas";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Parts of the map");
  for (const [name, part] of named) {
    const button = box.appendChild(document.createElement("button"));
    button.textContent = name;
    button.className = "sr-button";
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      map.fitBounds(bounds(part.length ? part : [0, 0, ...model.get("size")]), { animate: true });
    });
  }
  for (const event of ["click", "dblclick", "mousedown", "mousemove", "wheel", "keydown"]) {
    box.addEventListener(event, (e) => e.stopPropagation());
  }
  return box;
}

function again(model, map, layers) {
  // A map of the whole earth: its west is shown once more beyond its eastern edge, while enough of that is in sight.
  const period = model.get("period");
  if (!period) return () => {};
  const [width, height] = model.get("size");
  const ground = document.createElementNS(SVG, "image");
  for (const [name, value] of Object.entries({ href: model.get("ground"), x: period, width, height })) {
    ground.setAttribute(name, value);
  }
  const copies = Object.entries(layers)
    .filter(([, layer]) => layer.west)
    .map(([name, layer]) => {
      const copy = document.createElementNS(SVG, "use");
      copy.setAttribute("href", `#${layer.west.id}`);
      copy.setAttribute("x", period);
      copy.setAttribute("class", `sr-again sr-${name}`);
      copy.setAttribute("aria-hidden", "true");
      return [layer, copy];
    });
  let there = false;
  return () => {
    const seen = map.getBounds().getEast() > width + 15;
    if (seen === there) return;
    there = seen;
    if (seen) layers.tint.before(ground);
    else ground.remove();
    for (const [layer, copy] of copies) seen ? layer.after(copy) : copy.remove();
  };
}

const bounds = ([left, top, right, bottom]) => [[-bottom, left], [-top, right]];


// A piece of page that Python writes. Whatever bears data-do sends its words when clicked, data-input while one types,
// data-change when a choice is made. Focus, scrolling and what was folded open survive a repaint.

function remember(el) {
  const kept = { folds: {}, scrolls: {}, focus: null };
  el.querySelectorAll("details[data-key]").forEach((d) => (kept.folds[d.dataset.key] = d.open));
  el.querySelectorAll("[data-scroll]").forEach((d) => (kept.scrolls[d.dataset.scroll] = d.scrollTop));
  const active = document.activeElement;
  if (active && el.contains(active) && active.dataset.key) {
    kept.focus = { key: active.dataset.key, start: active.selectionStart, end: active.selectionEnd };
  }
  return kept;
}

function recall(el, kept) {
  el.querySelectorAll("details[data-key]").forEach((d) => {
    if (d.dataset.key in kept.folds && !d.hasAttribute("data-firm")) d.open = kept.folds[d.dataset.key];
  });
  el.querySelectorAll("[data-scroll]").forEach((d) => {
    if (d.dataset.scroll in kept.scrolls) d.scrollTop = kept.scrolls[d.dataset.scroll];
    if (d.hasAttribute("data-at-end")) d.scrollTop = d.scrollHeight;
  });
  if (kept.focus) {
    const found = el.querySelector(`[data-key="${CSS.escape(kept.focus.key)}"]`) || el.querySelector("[data-fallback]");
    if (found) {
      found.focus({ preventScroll: true });
      if (kept.focus.start != null && found.setSelectionRange) found.setSelectionRange(kept.focus.start, kept.focus.end);
    }
  }
  // Something new to read begins at its top, however far the old was scrolled.
  const top = el.querySelector("[data-top]");
  if (top && top.dataset.top !== el.dataset.top) {
    el.dataset.top = top.dataset.top;
    for (let box = el; box; box = box.parentElement) {
      if (box.classList.contains("sr-learn-left") && top.classList.contains("sr-decision")) {
        // Below a lesson's words: its own top, and no further.
        box.scrollTop += Math.min(0, el.getBoundingClientRect().top - box.getBoundingClientRect().top);
        break;
      }
      if (box.scrollTop) box.scrollTop = 0;
      if (box.classList.contains("sr-dashboard") || box.classList.contains("jp-OutputArea")) break;
    }
  }
  const shown = el.querySelector("[data-into-view]");
  if (shown) {
    const box = shown.closest("[data-scroll]");
    if (box) box.scrollTop += shown.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
  }
}

function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file.text], { type: file.type || "application/octet-stream" }));
  link.download = file.name;
  document.body.appendChild(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function arrows(el, event) {
  const list = event.target.closest && event.target.closest("[data-list]");
  if (!list || !["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
  if (event.target.matches("input, select, textarea")) return;
  const items = [...list.querySelectorAll("button:not([disabled]), summary, a")].filter((b) => b.offsetParent !== null);
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (items[to]) {
    items[to].focus();
    event.preventDefault();
  }
}

// A click that the kernel has not dealt with in half a second shows a sign; the sign goes when the kernel answers a call
// that stands in the queue behind the click.
const busy = { sign: null };
function showBusy(shown) {
  if (!shown) {
    if (busy.sign) busy.sign.remove();
    busy.sign = null;
  } else if (!busy.sign) {
    busy.sign = document.createElement("div");
    busy.sign.className = "staff-ride sr-busy";
    busy.sign.setAttribute("role", "status");
    busy.sign.textContent = "Working …";
    document.body.appendChild(busy.sign);
  }
}

function render({ model, el }) {
  el.classList.add("staff-ride");
  el.setAttribute("data-lm-suppress-shortcuts", "true"); // or JupyterLab takes Enter for itself
  const waiting = new Map();
  let call = 0;
  let patience = [];
  const tell = (words) => model.send(words);
  const ask = (words) => {
    tell(words);
    patience.forEach(clearTimeout);
    const mine = ++call;
    patience = [
      setTimeout(() => {
        try {
          tell({ do: "call", call: mine });
        } catch {
          showBusy(false); // the panel was closed meanwhile, or the page is being left
        }
      }, 250),
      setTimeout(() => showBusy(true), 600),
    ];
  };
  const answered = (number) => {
    if (number !== call) return;
    patience.forEach(clearTimeout);
    showBusy(false);
  };
  // What is kept at its end stays there when what stands above it grows.
  const atEnd = new ResizeObserver((seen) => seen.forEach(({ target }) => (target.scrollTop = target.scrollHeight)));
  ["wheel", "pointerdown", "keydown", "touchmove"].forEach((kind) =>
    el.addEventListener(kind, (event) => {
      const box = event.target.closest("[data-at-end]");
      if (box) atEnd.unobserve(box);
    }, { passive: true }),
  );

  const paint = () => {
    const kept = remember(el);
    el.innerHTML = model.get("html");
    el.setAttribute("role", "region");
    el.setAttribute("aria-label", model.get("name") || "panel");
    recall(el, kept);
    atEnd.disconnect();
    el.querySelectorAll("[data-at-end]").forEach((box) => atEnd.observe(box));
  };
  const words = (node, attribute, extra) => Object.assign(JSON.parse(node.getAttribute(attribute)), extra || {});

  // Where the panel is painted anew between press and release, the browser makes no click of the two.
  let pressed = null;
  el.addEventListener("pointerdown", (event) => (pressed = event.target.closest("[data-do]")));
  el.addEventListener("pointerup", (event) => {
    const before = pressed, node = event.target.closest("[data-do]");
    pressed = null;
    if (!before || before.isConnected || !node || !el.contains(node) || node.disabled) return;
    if (node.getAttribute("data-do") === before.getAttribute("data-do")) ask(words(node, "data-do"));
  });
  el.addEventListener("click", (event) => {
    const node = event.target.closest("[data-do]");
    if (!node || !el.contains(node) || node.disabled) return;
    if (node.tagName === "A") event.preventDefault();
    ask(words(node, "data-do"));
  });
  el.addEventListener("change", (event) => {
    const file = event.target.closest("input[type=file][data-file]");
    if (file && file.files[0]) {
      const chosen = file.files[0];
      const most = Number(file.dataset.most);
      if (chosen.size > most) tell(words(file, "data-file", { name: chosen.name, large: chosen.size }));
      else chosen.text().then((text) => tell(words(file, "data-file", { name: chosen.name, text })));
      file.value = "";
      return;
    }
    const node = event.target.closest("[data-change]");
    if (node) ask(words(node, "data-change", { value: node.type === "checkbox" ? node.checked : node.value }));
  });
  el.addEventListener("input", (event) => {
    const node = event.target.closest("[data-input]");
    if (!node) return;
    clearTimeout(waiting.get(node.dataset.key));
    waiting.set(node.dataset.key, setTimeout(() => tell(words(node, "data-input", { value: node.value })), 120));
  });
  el.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-form]");
    if (!form) return;
    event.preventDefault();
    const values = {};
    new FormData(form).forEach((value, name) => (values[name] = value));
    form.querySelectorAll("input[type=checkbox]").forEach((box) => (values[box.name] = box.checked));
    ask(words(form, "data-form", { values }));
  });
  el.addEventListener("keydown", (event) => {
    // Enter in a field sends its form. JupyterLab would hold it back inside a cell, so it is done here.
    const form = event.key === "Enter" && event.target.matches("input") && event.target.closest("form[data-form]");
    if (form) {
      event.preventDefault();
      form.requestSubmit();
    } else arrows(el, event);
  });

  const heard = (message) => {
    if (message.answers) answered(message.answers);
    if (message.download) download(message.download);
    if (message.copy && navigator.clipboard) navigator.clipboard.writeText(message.copy).catch(() => {});
    if (message.asks === "place") {
      const here = window.location;
      tell({ do: "place", query: here.search, address: here.origin + here.pathname });
    }
  };
  model.on("change:html", paint);
  model.on("change:name", paint);
  model.on("msg:custom", heard);
  paint();
  tell({ do: "shown" });
  return () => {
    patience.forEach(clearTimeout);
    atEnd.disconnect();
    model.off("change:html", paint);
    model.off("change:name", paint);
    model.off("msg:custom", heard);
  };
}

export default { render };

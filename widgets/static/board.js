// Lays counters, highlights and words on the ipyleaflet map beside it, as one SVG picture in the map's own plane.
// Python sends only what changed: {layer: {key: svg or null}}. A click goes back as a pixel of the picture.

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = ["tint", "words", "under", "labels", "stacks", "over", "cursor"];

async function mapView(model, el) {
  // The Leaflet map of the view that stands in the same box as we do.
  const id = model.get("map_id").replace("IPY_MODEL_", "");
  const map = await model.widget_manager.get_model(id);
  for (let tries = 0; tries < 200; tries++) {
    const views = await Promise.all(Object.values(map.views || {}));
    const near = views.find((v) => v.obj && v.el.parentElement && v.el.parentElement.contains(el));
    const any = near || views.find((v) => v.obj && v.el.isConnected);
    if (any && (near || tries > 40) && any.obj._loaded) return any;
    await new Promise((done) => setTimeout(done, 25));
  }
  return null;
}

function sheet(width, height, css) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", `${css} leaflet-zoom-animated`);
  svg.style.transformOrigin = "0 0";
  svg.style.position = "absolute";
  return svg;
}

function picture(model) {
  const [width, height] = model.get("size");
  const svg = sheet(width, height, "sr-board");
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", "Counters on the map");
  const prefix = model.get("prefix");
  const effect = model.get("zones") ? ' vector-effect="non-scaling-stroke"' : "";
  const shapes = Object.entries(model.get("shapes")).map(([name, d]) => `<path id="${prefix}-${name}" d="${d}"${effect}/>`);
  svg.innerHTML = `<defs>${model.get("defs")}${shapes.join("")}</defs>`;
  const layers = {};
  const west = new Set(model.get("west"));
  for (const name of LAYERS) {
    const layer = (layers[name] = svg.appendChild(document.createElementNS(SVG, "g")));
    layer.setAttribute("class", `sr-${name}`);
    layer.parts = new Map();
    if (!west.size) continue;
    // What lies in the west of a map of the earth is kept together: it can be shown once more in the east.
    layer.west = layer.appendChild(document.createElementNS(SVG, "g"));
    layer.west.id = `${prefix}-west-${name}`;
    layer.home = (key) => (west.has(key.split(" ").pop()) ? layer.west : layer);
  }
  (layers.words.west || layers.words).innerHTML = model.get("words");
  const sheets = [svg];
  if (model.get("zones")) {
    // The colours of the ground lie on a sheet of their own: they are much to paint, and change seldom.
    const ground = sheet(width, height, "sr-ground");
    ground.setAttribute("aria-hidden", "true");
    ground.appendChild(layers.tint);
    sheets.unshift(ground);
  }
  return { svg, sheets, layers, width, height };
}

function apply(layers, changes) {
  for (const [name, parts] of Object.entries(changes)) {
    const layer = layers[name];
    const have = layer.parts;
    for (const [key, drawn] of Object.entries(parts)) {
      let node = have.get(key);
      if (drawn === null) {
        if (node) node.remove();
        have.delete(key);
        continue;
      }
      if (!node) {
        node = (layer.home ? layer.home(key) : layer).appendChild(document.createElementNS(SVG, "g"));
        node.setAttribute("data-key", key);
        have.set(key, node);
      }
      node.innerHTML = drawn;
    }
  }
}

async function render({ model, el }) {
  el.classList.add("staff-ride", "sr-board-words");
  const said = el.appendChild(document.createElement("div"));
  said.className = "sr-board-said";
  said.setAttribute("aria-live", "polite");
  said.textContent = "Drawing the map ...";
  const view = await mapView(model, el);
  if (!view) {
    said.textContent = "The map could not be drawn here.";
    return;
  }
  const map = view.obj;
  // ipyleaflet tells the kernel of every movement of the mouse; we need none of that.
  map.off("mousemove mouseover mouseout mousedown mouseup preclick contextmenu click dblclick");
  const { svg, sheets, layers, width, height } = picture(model);
  const pane = map.getPane("sr-counters") || map.createPane("sr-counters");
  pane.style.zIndex = 450;
  sheets.forEach((one) => pane.appendChild(one));
  const tip = map.getContainer().appendChild(document.createElement("div"));
  tip.className = "staff-ride sr-tip";
  tip.hidden = true;

  const zones = model.get("zones");
  const parts = vistas(model, map);
  const corner = { lat: 0, lng: 0 };
  const lay = () => {
    const at = map.latLngToLayerPoint(corner);
    const scale = map.getZoomScale(map.getZoom(), 0);
    for (const one of sheets) {
      one.style.transform = `translate3d(${at.x}px, ${at.y}px, 0)`;
      one.style.width = `${width * scale}px`;
      one.style.height = `${height * scale}px`;
    }
    // Numbers and names come when there is room for them.
    const room = scale * model.get("pitch");
    if (zones) {
      const now = level(room);
      LEVELS.forEach(([name]) => svg.classList.toggle(`sr-level-${name}`, name === now));
      svg.style.setProperty("--sr-keep", grown(scale) / scale);
      arrange(layers, now, scale);
      return;
    }
    svg.classList.toggle("sr-far", room < 34);
    svg.classList.toggle("sr-middle", room >= 34 && room < 60);
  };
  const follow = (event) => {
    const at = map._latLngToNewLayerPoint(corner, event.zoom, event.center);
    const scale = map.getZoomScale(event.zoom, map.getZoom());
    for (const one of sheets) one.style.transform = `translate3d(${at.x}px, ${at.y}px, 0) scale(${scale})`;
  };
  const whole = [0, 0, width, height];
  const fit = () => {
    map.invalidateSize({ animate: false });
    map.setMinZoom(-4); // until it is known what the whole needs
    const home = model.get("home");
    map.fitBounds(bounds(home.length ? home : whole), { animate: false, padding: [2, 2] });
    map.setMinZoom(map.getBoundsZoom(bounds(whole)) - 0.5);
    lay();
  };
  map.on("zoomend viewreset", lay);
  const east = again(model, map, layers);
  map.on("moveend zoomend", east);
  map.on("zoomanim", follow);
  fit();
  // A new size shows the whole map again, unless the viewer has chosen a part of it.
  let chosen = false;
  let fitting = false;
  map.on("dragstart", () => (chosen = true));
  map.on("zoomstart", () => (chosen = chosen || !fitting));
  let fitted = "";
  const sized = new ResizeObserver(() => {
    const size = map.getContainer().getBoundingClientRect();
    const now = `${Math.round(size.width)} ${Math.round(size.height)}`;
    if (!size.width || now === fitted) return;
    fitted = now;
    fitting = true;
    if (chosen) map.invalidateSize({ animate: false });
    else fit();
    fitting = false;
  });
  sized.observe(map.getContainer());

  let rest = 0;
  let place = null;
  const pixel = (event) => [Math.round(event.latlng.lng * 10) / 10, Math.round(-event.latlng.lat * 10) / 10];
  map.on("click", (event) => {
    clearTimeout(rest);
    tip.hidden = true;
    const node = event.originalEvent.target.closest && event.originalEvent.target.closest("[data-piece]");
    model.send({ do: "click", at: pixel(event), piece: node ? node.dataset.piece : "", time: performance.now() });
  });

  // Hover: the kernel tells what is there when the pointer rests.
  map.on("mousemove", (event) => {
    clearTimeout(rest);
    const point = event.containerPoint;
    if (!tip.hidden && place && Math.hypot(point.x - place.x, point.y - place.y) > 14) tip.hidden = true;
    rest = setTimeout(() => {
      place = point;
      model.send({ do: "hover", at: pixel(event) });
    }, 90);
  });
  map.on("mouseout movestart zoomstart", () => {
    clearTimeout(rest);
    tip.hidden = true;
  });
  const show = (html) => {
    tip.hidden = !html || !place;
    if (tip.hidden) return;
    tip.innerHTML = html;
    const box = map.getSize();
    const [w, h] = [tip.offsetWidth, tip.offsetHeight];
    tip.style.left = `${place.x + 16 + w > box.x ? Math.max(4, place.x - w - 12) : place.x + 16}px`;
    tip.style.top = `${place.y + 16 + h > box.y ? Math.max(4, place.y - h - 12) : place.y + 16}px`;
  };

  // The keyboard: arrows walk over the map, Enter is a click, Escape leaves off.
  const box = map.getContainer();
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "application");
  box.setAttribute("data-lm-suppress-shortcuts", "true"); // or JupyterLab takes Enter and the arrows for itself
  box.setAttribute("aria-label", model.get("name"));
  const keys = { ArrowUp: "n", ArrowDown: "s", ArrowLeft: "w", ArrowRight: "e", Enter: "enter", " ": "enter", Escape: "escape" };
  const pressed = (event) => {
    if (event.target !== box) return;
    if (event.key === "+" || event.key === "=") map.zoomIn();
    else if (event.key === "-") map.zoomOut();
    else if (keys[event.key]) model.send({ do: "key", key: keys[event.key] });
    else return;
    event.preventDefault();
  };
  box.addEventListener("keydown", pressed);
  box.addEventListener("blur", () => model.send({ do: "key", key: "blur" }));

  const heard = (message) => {
    if (message.changes) {
      apply(layers, message.changes);
      if (zones) rearrange(layers, message.changes, map.getZoomScale(map.getZoom(), 0), model.get("pitch"));
      if (message.click) {
        // Painted when the frame after the next begins.
        requestAnimationFrame(() => requestAnimationFrame(() => {
          box.dataset.repainted = String(performance.now() - message.click);
          box.dataset.repaints = String(Number(box.dataset.repaints || 0) + 1);
        }));
      }
    }
    if ("tip" in message) show(message.tip);
    if ("said" in message) said.textContent = message.said;
    if (message.look) {
      const at = { lat: -message.look[1], lng: message.look[0] };
      const far = message.near && level(map.getZoomScale(map.getZoom(), 0) * model.get("pitch")) === "far";
      if (far) map.setView(at, Math.log2(46 / model.get("pitch")));
      else if (!map.getBounds().pad(-0.08).contains(at)) map.panTo(at);
    }
  };
  const refocus = () => {
    chosen = false;
    if (!map.getContainer().getBoundingClientRect().width) {
      fitted = ""; // out of sight there is nothing to fit it to: when it is shown again
      return;
    }
    fitting = true;
    fit();
    fitting = false;
  };
  model.on("change:home", refocus);
  model.on("msg:custom", heard);
  said.textContent = "";
  model.send({ do: "shown" });
  return () => {
    model.off("msg:custom", heard);
    model.off("change:home", refocus);
    if (parts) parts.remove();
    box.removeEventListener("keydown", pressed);
    sized.disconnect();
    sheets.forEach((one) => one.remove());
    tip.remove();
  };
}

export default { render };

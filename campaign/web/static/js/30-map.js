// The map: dragging, wheel, pinch and keys move the piece in the browser; then the new piece is fetched and exchanged.
// On the map's own page pointing exchanges panel and map instead of loading the page. Every step is a link of the page.
"use strict";
(() => {
  const { all } = Desk;
  const STEP = 20, EIGHTHS = 8; // sizes in pixels; steps of the centre in the shorter side, as the server rounds them
  const parser = new DOMParser();

  // ---- what a picture shows -------------------------------------------------------------------------------------------
  const picture = (box) => box.querySelector(".ground>svg");
  function frame(box) {
    const [east, north, span, scale] = picture(box).dataset.frame.split(" ").map(Number);
    const [wide, high] = box.dataset.size.split("x").map(Number);
    return { east, north, span, scale, wide, high };
  }
  const shown = (box) => box.querySelector(".ground").getBoundingClientRect();
  const zoom = (box, it = frame(box)) => Math.max(shown(box).width / it.wide, isPage(box) ? shown(box).height / it.high : 0);
  const isPage = (box) => Boolean(box.closest("[data-mapdesk]"));
  const round = (centre, step) => Math.round(Math.round(centre / step) * step);
  function look(box, x, y, size = 1) { // the part of the picture that is seen: moved by x and y, larger by size
    const it = frame(box);
    picture(box).setAttribute("viewBox", `${x} ${y} ${it.wide / size} ${it.high / size}`);
  }

  // ---- fetching ---------------------------------------------------------------------------------------------------------
  let latest = 0, asked = null; // the page that was asked for last and has not arrived
  async function go(address, { replaces = false } = {}) {
    asked = { address, replaces: replaces && (asked?.replaces ?? true) }; // a step that was overtaken counts for the way back, too
    const turn = ++latest, keyed = document.activeElement?.matches(":focus-visible") ? document.activeElement : null;
    const subject = keyed?.closest("[data-unit],[data-place]")?.dataset, id = keyed?.id;
    let answer, page;
    try {
      answer = await fetch(address, { headers: Desk.PART, signal: AbortSignal.timeout(20000) });
      page = parser.parseFromString(await answer.text(), "text/html");
    } catch { if (turn === latest) asked = null; Desk.lost(); return; }
    if (turn !== latest) return; // another one was asked for meanwhile
    ({ replaces } = asked);
    asked = null;
    if (answer.status >= 500 || !page.querySelector("[data-mapdesk]")) return void location.assign(address);
    Desk.arrive(answer.url, replaces);
    const band = document.getElementById("as-of"), nextBand = page.getElementById("as-of");
    if (band || nextBand) { band?.remove(); if (nextBand) document.querySelector("main").before(nextBand); }
    for (const name of ["panel", "map"]) {
      const part = document.getElementById(`part-${name}`), next = page.getElementById(`part-${name}`);
      const open = all("details", part).map((fold) => [fold.id, fold.open]);
      part.replaceChildren(...next.childNodes);
      for (const [fold, isOpen] of open) { const same = fold && document.getElementById(fold); if (same) same.open = isOpen; }
    }
    Desk.exchange(page, []);
    const same = document.getElementById("same"), nextSame = page.getElementById("same");
    if (same && nextSame) same.textContent = nextSame.textContent;
    for (const name of ["panel", "map"]) Desk.wire(document.getElementById(`part-${name}`));
    Desk.heard();
    Desk.listen();
    if (keyed) focusAgain(subject, id);
  }
  function focusAgain(subject, id) { // a keyboard goes on where it was; a place that is pointed at leads to the button
    const give = document.querySelector("#give .pri");
    const same = subject?.unit ? `[data-unit="${CSS.escape(subject.unit)}"]` : subject?.place ? `[data-place="${CSS.escape(subject.place)}"]` : "";
    const target = (subject?.place && give) || (same && document.querySelector(`.ground ${same}`)) || (id && document.getElementById(id));
    target?.focus({ preventScroll: true });
  }
  function piece(box, centre, span) { // ask for another piece
    const it = frame(box), step = (Math.min(it.wide, it.high) * span) / it.wide / EIGHTHS;
    const words = { at: `${round(centre[0], step)},${round(centre[1], step)}`, span: String(Math.round(span)) };
    if (isPage(box)) { go(changed(asked?.address ?? location.href, words), { replaces: true }); return; }
    const part = box.closest("[data-from]");
    if (!part) return;
    from(part, words);
  }
  async function from(part, words) {
    part.dataset.from = changed(part.dataset.from, words);
    await Desk.fill(part);
    Desk.listen();
  }
  function changed(address, words) {
    const url = new URL(address, location.href);
    for (const [name, value] of Object.entries(words)) if (value === null) url.searchParams.delete(name); else url.searchParams.set(name, value);
    return url.pathname + url.search;
  }

  // ---- a piece as large as its box ----------------------------------------------------------------------------------------
  const floor = (pixels, least, most) => Math.floor(Math.min(Math.max(pixels, least), most) / STEP) * STEP;
  const FOOT = 104, BAR = 112; // what stands below a map on another page: its legend with the foot, or with the bar
  function size(part) { // on another page: down to the fold
    const width = part.clientWidth, below = matchMedia("(max-width:74.99em)").matches ? BAR : FOOT;
    const high = innerHeight - (part.getBoundingClientRect().top + scrollY) - below;
    return { wide: String(floor(width, 240, 1600)), high: width < 520 ? "280" : String(floor(high, 500, 800)) };
  }
  for (const part of all('[data-from^="/map/part"]')) if (part.clientWidth) part.dataset.from = changed(part.dataset.from, size(part));
  let measuring = 0;
  function fit(box) {
    if (!box.isConnected || !picture(box)) return; // a map that only shows
    const it = frame(box), room = shown(box);
    if (!room.width || !room.height) return;
    const words = isPage(box) ? { wide: String(floor(room.width, 240, 1600)), high: String(floor(room.height, 200, 1200)) } : size(box.closest("[data-from]") ?? box);
    const fits = Number(words.wide) === it.wide && Number(words.high) === it.high;
    box.toggleAttribute("data-fits", fits);
    if (fits) return;
    if (isPage(box)) { go(changed(asked?.address ?? location.href, words), { replaces: true }); return; }
    const part = box.closest("[data-from]");
    if (part) from(part, words);
  }
  addEventListener("resize", () => {
    clearTimeout(measuring);
    measuring = setTimeout(() => { for (const box of all("[data-map]")) fit(box); }, 300);
  });

  // ---- dragging and pinching -----------------------------------------------------------------------------------------------
  const fingers = new Map();
  let held = null; // the box that is being moved, and from where
  function present(grip) { // the map may be exchanged under the hand: the hand then holds the new one
    if (!grip.box.isConnected) grip.box = document.getElementById(grip.part)?.querySelector("[data-map]") ?? grip.box;
    return grip.box;
  }
  const partOf = (box) => box.closest("[data-part]")?.id ?? "";
  const middle = () => { const spots = [...fingers.values()]; return [0, 1].map((n) => spots.reduce((sum, spot) => sum + spot[n], 0) / spots.length); };
  const spread = () => { const [a, b] = [...fingers.values()]; return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0; };
  function grip(box) { held = { box, part: partOf(box), from: middle(), spread: spread(), moved: held?.moved ?? false }; }
  document.addEventListener("pointerdown", (event) => {
    const box = event.target.closest(".ground")?.closest("[data-map]");
    if (!box || event.button) return;
    if (held && present(held) !== box) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    grip(box);
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || !fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const [x, y] = middle(), dx = x - held.from[0], dy = y - held.from[1], size = held.spread ? spread() / held.spread : 1;
    if (!held.moved && Math.hypot(dx, dy) < 6 && Math.abs(size - 1) < 0.05) return;
    Object.assign(held, { moved: true, by: [dx, dy], size });
    present(held).querySelector(".ground").classList.add("dragged");
    look(held.box, ...corner(held), size);
  });
  function corner({ box, from, by: [dx, dy], size }) { // of what is seen, when the ground under the fingers stays under them
    const it = frame(box), room = shown(box), scale = zoom(box, it);
    const fx = (from[0] - room.left - room.width / 2) / scale, fy = (from[1] - room.top - room.height / 2) / scale;
    return [it.wide / 2 + fx - (it.wide / 2 + fx + dx / scale) / size, it.high / 2 + fy - (it.high / 2 + fy + dy / scale) / size];
  }
  function release(event) {
    if (!fingers.delete(event.pointerId) || !held) return;
    if (fingers.size) return;
    const hand = held, box = present(hand);
    held = null;
    if (!hand.moved) return;
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => { removeEventListener("click", swallow, { capture: true }); box.querySelector(".ground")?.classList.remove("dragged"); }, 0);
    if (event.type === "pointercancel") { look(box, 0, 0); return; }
    settle(hand);
  }
  const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release);
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".ground")) event.preventDefault(); });
  function settle(hand) { // what is seen now lies on the lattice of pieces
    const box = present(hand), { size } = hand, [x, y] = corner(hand), it = frame(box), span = it.span / size, step = (Math.min(it.wide, it.high) * span) / it.wide / EIGHTHS;
    const east = round(it.east + (x + it.wide / size / 2 - it.wide / 2) * it.scale, step);
    const north = round(it.north - (y + it.high / size / 2 - it.high / 2) * it.scale, step);
    look(box, (east - it.east) / it.scale + it.wide / 2 - it.wide / size / 2, (it.north - north) / it.scale + it.high / 2 - it.high / size / 2, size);
    piece(box, [east, north], span);
  }

  // ---- the wheel ------------------------------------------------------------------------------------------------------------
  let wheel = null;
  document.addEventListener("wheel", (event) => {
    const box = event.target.closest?.(".ground")?.closest("[data-map]");
    if (!box || (!isPage(box) && !event.ctrlKey)) return; // on another page the wheel scrolls the page
    event.preventDefault();
    const lines = event.deltaMode ? 33 : 1;
    if (!wheel || present(wheel) !== box) wheel = { box, part: partOf(box), by: [0, 0], size: 1 };
    wheel.size = Math.min(Math.max(wheel.size * 2 ** ((-event.deltaY * lines) / 200), 0.125), 8);
    wheel.from = [event.clientX, event.clientY];
    look(box, ...corner(wheel), wheel.size);
    clearTimeout(wheel.timer);
    wheel.timer = setTimeout(() => { const hand = wheel; wheel = null; settle(hand); }, 220);
  }, { passive: false });

  // ---- pointing ----------------------------------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const address = new URL(link.getAttribute("href"), location.href), box = link.closest("[data-map]");
    if (address.pathname !== "/map") return;
    if (box && !isPage(box)) { // on another page only the pieces are exchanged; the rest opens the map
      const part = box.closest("[data-from]"), at = address.searchParams.get("at"), isFit = link.dataset.key === "0";
      if (!part || !(at || isFit) || event.shiftKey) return;
      event.preventDefault();
      from(part, { at, span: address.searchParams.get("span") });
      return;
    }
    if (!link.closest("[data-mapdesk]")) return;
    event.preventDefault();
    const place = link.dataset.place;
    if (event.shiftKey && place && document.querySelector("#part-panel [data-look]")) address.search = passing(place);
    go(address.href, { replaces: Boolean(link.closest(".zoom")) });
  });
  function passing(place) { // the order, by way of one more place
    const words = new URLSearchParams(location.search), via = words.getAll("via").flatMap((lines) => lines.split("\n")).filter(Boolean);
    if (via.includes(place)) return words.toString();
    words.set("via", [...via, place].join("\n"));
    return words.toString();
  }
  const submit = (form) => {
    const words = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value || name === "layers") words.append(name, value);
    go(`${location.pathname}?${words}`);
  };
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-mapdesk] form[data-look]")) return;
    event.preventDefault();
    submit(event.target);
  });
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("[data-mapdesk] form[data-look]");
    if (form) submit(form);
  });
  addEventListener("keydown", (event) => { // M: the map alone
    if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input,select,textarea")) return;
    const desk = document.querySelector("[data-mapdesk]");
    if (!desk || Desk.store.getItem("desk.letters") === "off" || Date.now() - gone < 1500) return;
    desk.classList.toggle("whole");
    for (const box of all("[data-map]", desk)) fit(box);
  });
  let gone = 0; // G, then M: to the map's page
  addEventListener("keydown", (event) => { if (event.key === "g") gone = Date.now(); }, true);

  Desk.wirers.push((root) => {
    const narrow = matchMedia("(max-width:74.99em)").matches;
    for (const box of root.matches?.("[data-map]") ? [root] : all("[data-map]", root)) {
      if (narrow && root === document) box.querySelector("details.layers")?.removeAttribute("open");
      setTimeout(fit, 0, box); // when lines above it have come and gone
    }
  });
})();

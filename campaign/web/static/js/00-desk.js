// The desk's one script. Every page works without it: it exchanges parts instead of pages, listens, keeps what was typed.
"use strict";
const Desk = (() => {
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? "";
  const all = (words, root = document) => [...root.querySelectorAll(words)];
  const wirers = []; // functions of this file and the others, called for whatever is new on the page

  // ---- what this browser keeps: a private window may refuse it ----------------------------------------------------
  const store = (() => {
    try {
      localStorage.setItem("desk?", "1");
      localStorage.removeItem("desk?");
      return localStorage;
    } catch {
      const kept = new Map();
      return {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
        key: (number) => [...kept.keys()][number] ?? null,
        get length() { return kept.size; },
      };
    }
  })();
  const names = () => Array.from({ length: store.length }, (_, number) => store.key(number)).filter(Boolean);
  const read = (name) => { try { return JSON.parse(store.getItem(name) ?? "null"); } catch { return null; } };
  const write = (name, value) => { try { store.setItem(name, JSON.stringify(value)); return true; } catch { return false; } };

  // ---- one line under the head says how the connection is -----------------------------------------------------------
  const hour = (at = new Date()) => at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  let heardAt = hour(), silentSince = 0;
  function say(text) {
    const line = document.getElementById("net");
    if (line && line.textContent !== text) line.textContent = text;
  }
  function heard() {
    heardAt = hour();
    silentSince = 0;
    say(slips().length ? "What you handed in is being sent." : "");
  }
  function lost() {
    silentSince ||= Date.now();
    const kept = slips().length ? "what you handed in is saved on this device and sent when the desk answers" : "what you type is saved on this device";
    say(`The desk does not answer. This page is as of ${heardAt}; ${kept}.`);
  }

  // ---- parts --------------------------------------------------------------------------------------------------------
  const isBusy = (part) =>
    (part.contains(document.activeElement) && document.activeElement.matches("input,select,textarea")) ||
    all("form", part).some((form) => form.dataset.touched);
  const PART = { accept: "text/html", "x-desk-part": "1" }; // only parts are taken: a receipt waits for the page
  let asking = null;
  async function refresh(parts) {
    if (asking) { asking.also.push(...parts); return; }
    asking = { also: [] };
    const address = location.href;
    try {
      const answer = await fetch(address, { headers: PART, signal: AbortSignal.timeout(20000) });
      if (answer.status === 403) return void location.reload(); // the link has ended
      if (answer.status >= 502) return void lost();
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      heard();
      if (location.href === address) exchange(page, parts); else asking.also.push(...parts); // the window shows another page now
    } catch {
      lost();
    } finally {
      const { also } = asking;
      asking = null;
      if (also.length) refresh(also);
    }
  }
  function renew(names) { // a part with an address of its own, such as a map, is fetched from there
    const apart = names.filter((name) => document.querySelector(`[data-part="${CSS.escape(name)}"][data-from]`));
    for (const name of apart) fill(document.querySelector(`[data-part="${CSS.escape(name)}"]`));
    const others = names.filter((name) => !apart.includes(name));
    if (others.length) refresh(others);
  }
  function exchange(page, parts) {
    takeOver(page);
    if (parts.includes("page")) {
      const main = document.getElementById("main"), next = page.getElementById("main");
      if (next && main && !isBusy(main) && !main.querySelector("#fault")) { // a refusal stays until it is answered
        const strip = next.querySelector("[data-receipt]") ? null : main.querySelector("[data-receipt]");
        keepFocus(() => main.replaceChildren(...(strip ? [strip] : []), ...next.childNodes));
        wire(main, true);
        return;
      }
      if (next && main) parts = all("[data-part]", page).map((part) => part.dataset.part);
    }
    for (const name of new Set(parts)) { // told of twice, a part would be emptied: its fresh content is moved out of the page that was fetched
      const part = document.querySelector(`[data-part="${CSS.escape(name)}"]`);
      const next = page.querySelector(`[data-part="${CSS.escape(name)}"]`);
      if (!part || !next || part.innerHTML === next.innerHTML) continue;
      if (isBusy(part)) { markStale(part); continue; } // never under somebody's fingers
      keepFocus(() => part.replaceChildren(...next.childNodes));
      wire(part, true);
    }
  }
  function takeOver(page) { // token, mark, head and foot of a page that was fetched
    for (const name of ["desk", "desk-mark"]) {
      const fresh = page.querySelector(`meta[name="${name}"]`), old = document.querySelector(`meta[name="${name}"]`);
      if (fresh && old) old.content = fresh.content;
    }
    for (const words of ["nav.top", "header.mast .tab", "header.mast .ti.long", "header.mast .ti.short", "nav.all", "#known", "#same", "footer .last"]) {
      const fresh = page.querySelector(words), old = document.querySelector(words);
      if (fresh && old && fresh.innerHTML !== old.innerHTML) { old.replaceChildren(...fresh.childNodes); old.className = fresh.className; }
    }
    count();
  }
  function keepFocus(change) { // focus and open details stay where they were
    const id = document.activeElement?.id, open = all("details[open][id]").map((part) => part.id);
    change();
    for (const part of open) document.getElementById(part)?.setAttribute("open", "");
    if (id && document.activeElement?.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
  }
  function markStale(part) {
    if (part.querySelector(":scope > .stale")) return;
    const line = document.createElement("p");
    line.className = "stale note know";
    line.setAttribute("role", "status");
    line.append(`The campaign changed at ${hour()} while you were typing. `);
    const look = document.createElement("a");
    look.href = location.href;
    look.textContent = "Show the change";
    line.append(look);
    part.prepend(line);
  }
  function count() { // the browser's tab says how much waits
    const waiting = all("nav.top .n").reduce((sum, mark) => sum + (parseInt(mark.textContent, 10) || 0), 0);
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = waiting ? `(${waiting}) ${title}` : title;
  }

  // ---- forms ----------------------------------------------------------------------------------------------------------
  const seat = () => document.body.dataset.seat ?? "";
  const keptHere = () => `desk:${seat()}:${location.pathname}:`;
  const keptName = (form) => `${keptHere()}${form.dataset.keep}`;
  const fields = (form) =>
    [...form.elements].filter((part) => part.name && !["hidden", "submit", "button", "password", "file"].includes(part.type));
  const isTicked = (part) => part.type === "checkbox" || part.type === "radio";
  function keep(form) {
    const typed = {}, isWhole = form.dataset.draft !== undefined; // the desk keeps a draft, too, which may be older: all fields are kept
    for (const part of fields(form)) {
      const value = isTicked(part) ? part.checked : part.value;
      const before = isTicked(part) ? part.defaultChecked : part.tagName === "SELECT" ? [...part.options].find((o) => o.defaultSelected)?.value ?? part.options[0]?.value : part.defaultValue;
      if (isWhole || value !== before) typed[isTicked(part) ? `${part.name}=${part.value}` : part.name] = value;
    }
    if (Object.keys(typed).length) write(keptName(form), { at: Date.now(), typed }); else store.removeItem(keptName(form));
  }
  function bringBack(form) { // what was typed before the battery died
    const kept = read(keptName(form));
    if (!kept || Date.now() - kept.at > 14 * 86400000) return;
    const changed = [];
    for (const part of fields(form)) {
      const value = kept.typed[isTicked(part) ? `${part.name}=${part.value}` : part.name];
      if (value === undefined || value === (isTicked(part) ? part.checked : part.value)) continue;
      if (isTicked(part)) part.checked = value; else part.value = value;
      changed.push(part);
    }
    form.dataset.touched = "1";
    form.dataset.bringing = "1"; // nothing that follows from a change follows here: it was kept, too
    for (const part of changed) part.dispatchEvent(new Event("change", { bubbles: true }));
    delete form.dataset.bringing;
    if (changed.length) say(`This page holds what you typed at ${hour(new Date(kept.at))}.`);
  }
  function forget(form) {
    delete form.dataset.touched;
    if (form.dataset.keep) store.removeItem(keptName(form));
  }
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form || form.method !== "post") return;
    form.dataset.touched = "1";
    if (form.dataset.keep) keep(form);
  });
  const isPlain = (form) => form.dataset.plain !== undefined || form.target || form.querySelector('input[type=file]');
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || isPlain(form) || event.defaultPrevented) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy")) return; // pressed twice
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const slip = { to: form.getAttribute("action") || location.pathname + location.search, body: body.toString(), seat: seat(), kept: form.dataset.keep ? keptName(form) : form.dataset.forgets ? `${keptHere()}${form.dataset.forgets}` : "", pressed: Date.now() };
    const isFinal = form.dataset.keep && !event.submitter?.dataset.try;
    const name = isFinal ? `desk!${body.get("key")}` : "";
    form.setAttribute("aria-busy", "true");
    if (name) write(name, slip); // first kept, then sent
    send(slip, name).then((done) => { if (done) forget(form); }).finally(() => form.removeAttribute("aria-busy"));
  });
  const underWay = new Set(); // sent a second time meanwhile, its second answer would take the place of the first one's receipt
  async function send(slip, name) {
    if (name && underWay.has(name)) return false;
    if (name) underWay.add(name);
    try { return await sendOnce(slip, name); } finally { underWay.delete(name); }
  }
  async function sendOnce(slip, name) {
    const body = new URLSearchParams(slip.body);
    body.set("token", meta("desk"));
    body.set("waited", String(Math.round((Date.now() - slip.pressed) / 1000)));
    let answer;
    try {
      answer = await fetch(slip.to, { method: "POST", body, headers: { "x-desk": meta("desk"), accept: "text/html" }, signal: AbortSignal.timeout(30000) });
    } catch { lost(); if (name) later(); return false; }
    if (answer.status >= 502) { lost(); if (name) later(); return false; } // the laptop sleeps, or its router does
    if (name) store.removeItem(name);
    if (answer.ok && slip.kept) store.removeItem(slip.kept);
    heard();
    show(new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url);
    return answer.ok;
  }
  function show(page, address) {
    const main = document.getElementById("main"), next = page.getElementById("main");
    if (!main || !next || !page.querySelector("nav.top") !== !document.querySelector("nav.top")) return void location.assign(address);
    const isSame = new URL(address).pathname === location.pathname;
    if (address !== location.href) arrive(address, isSame);
    document.title = page.title;
    main.replaceChildren(...next.childNodes);
    takeOver(page);
    wire(main);
    listen();
    const news = main.querySelector("[role=alert],[data-receipt]");
    if (news && !isSame) window.scrollTo(0, 0);
    if (news) { news.tabIndex = -1; news.focus({ preventScroll: true }); news.scrollIntoView({ block: "nearest" }); }
    else if (!isSame) { window.scrollTo(0, 0); main.focus({ preventScroll: true }); }
  }
  const here = () => location.pathname + location.search;
  let shown = here();
  function arrive(address, replaces) { // what the window shows now has this address
    history[replaces ? "replaceState" : "pushState"](null, "", address);
    shown = here();
  }
  addEventListener("popstate", () => { if (here() !== shown) location.reload(); }); // a jump within the page is none

  // ---- what was handed in and has no answer yet -------------------------------------------------------------------------
  const slips = () => names().filter((name) => name.startsWith("desk!"));
  let timer = 0, wait = 2000;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(retry, wait + Math.random() * 500);
    wait = Math.min(wait * 2, 30000);
  }
  async function retry() {
    for (const name of slips()) {
      const slip = read(name);
      if (!slip) store.removeItem(name);
      else if (slip.seat === seat()) await send(slip, name); // another person's slip waits for that person
    }
    if (!slips().length) wait = 2000;
  }
  for (const when of ["online", "pageshow"]) addEventListener(when, () => slips().length && retry());

  // ---- the stream: names of parts that are new, nothing else ------------------------------------------------------------
  let source = null, deaf = 0, again = 0, isBehind = false;
  function listen() {
    clearTimeout(again);
    source?.close();
    source = null;
    isBehind ||= document.hidden;
    if (document.hidden || !document.querySelector("[data-part]") || /[?&]as_of=/.test(location.search)) return;
    const at = encodeURIComponent(location.pathname + location.search);
    const also = all("[data-part][data-from]").map((part) => `&also=${part.dataset.part}&at-${part.dataset.part}=${encodeURIComponent(part.dataset.from)}`);
    source = new EventSource(`/events?at=${at}&seen=${encodeURIComponent(meta("desk-mark"))}${also.join("")}`);
    source.onopen = () => {
      deaf = 0;
      heard();
      if (slips().length) retry();
      if (!isBehind) return;
      isBehind = false; // a desk that was closed meanwhile remembers no window
      renew(["page", ...all("[data-part][data-from]").map((part) => part.dataset.part)]);
    };
    source.onmessage = (event) => setTimeout(renew, Math.random() * 300, event.data.split(" "));
    source.onerror = () => {
      isBehind = true;
      silentSince ||= Date.now();
      if (source?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      deaf = Math.min(deaf + 1, 6); // another answer than a stream: the link has ended, or a proxy answers for the desk
      refresh(["page"]);
      again = setTimeout(listen, deaf * 5000 + Math.random() * 1000);
    };
  }
  setInterval(() => { if (silentSince && Date.now() - silentSince > 10000) lost(); }, 2000);
  async function signal() { // a form that waited is believed only if these were missing
    try {
      const answer = await fetch("/alive", { signal: AbortSignal.timeout(10000) });
      if (answer.status === 404) return void refresh(["page"]); // the link of this window was ended
      if (answer.status >= 502) throw new Error(answer.statusText);
      if (silentSince && source?.readyState !== EventSource.CONNECTING) heard();
    } catch { if (!source) silentSince ||= Date.now(); } // a page without a stream, such as a return at the table
  }
  if (seat()) setInterval(signal, 20000);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  document.addEventListener("visibilitychange", () => { // a hidden window holds no connection
    listen();
    if (!document.hidden && slips().length) retry();
  });
  document.addEventListener("focusout", () => setTimeout(() => {
    for (const line of all(".stale")) { const part = line.closest("[data-part]"); if (part && !isBusy(part)) { line.remove(); refresh([part.dataset.part]); } }
  }, 50));

  // ---- small things ---------------------------------------------------------------------------------------------------
  function ago(root) {
    for (const time of all("time[data-ago]", root)) {
      const minutes = Math.round((Date.now() - Date.parse(time.dateTime)) / 60000);
      if (Number.isNaN(minutes)) continue;
      time.title ||= time.textContent;
      time.textContent = minutes < 1 ? "just now" : minutes === 1 ? "1 minute ago" : minutes < 60 ? `${minutes} minutes ago` : time.title;
    }
  }
  setInterval(() => ago(document), 30000);
  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      const text = document.getElementById(copy.dataset.copy)?.textContent ?? "";
      try { await navigator.clipboard.writeText(text); copy.textContent = "copied"; } catch { // no clipboard on a plain local address
        const range = document.createRange();
        range.selectNodeContents(document.getElementById(copy.dataset.copy));
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        copy.textContent = document.execCommand?.("copy") ? "copied" : "selected: copy the text now";
      }
    }
    if (event.target.closest("[data-theme-switch]")) {
      const dark = (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light")) === "dark";
      document.documentElement.dataset.theme = dark ? "light" : "dark";
      store.setItem("desk.theme", document.documentElement.dataset.theme);
    }
    const others = event.target.closest("[data-tick-all]"); // "all other lines unharmed"
    if (others) for (const box of all(`input[type=checkbox][data-of="${CSS.escape(others.dataset.tickAll)}"]`)) box.checked = others.checked;
  });
  const theme = store.getItem("desk.theme");
  if (theme) document.documentElement.dataset.theme = theme;
  document.addEventListener("change", (event) => {
    const slider = event.target.closest("[data-asof]");
    if (slider) slider.requestSubmit();
  });
  wirers.push((root) => {
    for (const form of all("form[data-keep]", root)) bringBack(form);
    for (const part of all("[data-copy][hidden],[data-theme-switch][hidden]", root)) part.hidden = false;
    for (const part of all("[data-later]", root)) if (part.getClientRects().length) { delete part.dataset.later; fill(part); }
    ago(root);
    const strip = root.querySelector("[data-receipt]");
    if (strip) goLater(strip);
  });
  function goLater(strip, after = 20000) { // not while somebody points at it or is on its button
    setTimeout(() => {
      if (!strip.isConnected) return;
      if ((matchMedia("(hover:hover)").matches && strip.matches(":hover")) || strip.querySelector(":focus")) goLater(strip, 5000);
      else strip.remove();
    }, after);
  }
  async function fill(part) { // text first, then the map
    const address = part.dataset.from;
    if (!address) return;
    try {
      const answer = await fetch(address, { headers: { accept: "text/html" } });
      if (!answer.ok) return;
      const text = await answer.text();
      if (part.dataset.from !== address) return; // another piece was asked for meanwhile
      part.replaceChildren(document.createRange().createContextualFragment(text));
      wire(part);
    } catch { lost(); }
  }
  function wire(root, isLive = false) { for (const wirer of wirers) wirer(root, isLive); } // isLive: what the window shows is drawn again

  addEventListener("DOMContentLoaded", () => { wire(document); count(); listen(); if (slips().length) retry(); });
  return { PART, all, meta, store, read, write, wire, wirers, refresh, exchange, fill, show, arrive, say, heard, lost, listen };
})();

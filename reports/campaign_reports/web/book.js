"use strict";
(function () {
  const root = document.documentElement, slider = document.getElementById("slider");
  function opened(hash) {
    const there = hash.length > 1 && document.getElementById(hash.slice(1));
    for (let part = there; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    if (there) there.scrollIntoView();
  }
  addEventListener("hashchange", function () { opened(location.hash); });
  opened(location.hash);
  const map = document.getElementById("map"), part = map && map.getAttribute("viewBox");
  let closed = [];
  addEventListener("beforeprint", function () {
    if (map) map.setAttribute("viewBox", part);
    closed = Array.from(document.querySelectorAll("details:not([open]):not(.unit)"));
    closed.forEach(function (part) { part.open = true; });
  });
  addEventListener("afterprint", function () {
    if (map) map.setAttribute("viewBox", map.dataset.whole);
    closed.forEach(function (part) { part.open = false; });
  });
  if (!slider) return;
  root.classList.add("js");
  const frames = Array.from(document.querySelectorAll(".frame")), turns = Array.from(document.querySelectorAll(".turn"));
  const now = document.getElementById("now"), play = document.getElementById("play");
  const last = frames.length - 1;
  let at = last, running = 0, zoom = 1;
  function show(step) {
    frames[at].classList.remove("shown");
    turns[at].classList.remove("shown");
    at = Math.max(0, Math.min(last, step));
    frames[at].classList.add("shown");
    turns[at].classList.add("shown");
    slider.value = at;
    now.textContent = turns[at].querySelector("h3").textContent;
    slider.setAttribute("aria-valuetext", now.textContent);
    if (at === last) stop();
  }
  function stop() {
    clearInterval(running);
    running = 0;
    play.textContent = "Play";
  }
  function start() {
    if (at === last) show(0);
    play.textContent = "Stop";
    running = setInterval(function () { show(at + 1); }, 1200);
  }
  const box = document.querySelector(".frame-of-map"), whole = map.dataset.whole.split(" ").map(Number);
  const first = part.split(" ").map(Number);
  function scaled(size, x, y) {
    zoom = Math.max(Math.min(box.clientWidth / whole[2], 1), Math.min(4, size));
    map.style.setProperty("--wide", whole[2] * zoom);
    box.scrollLeft = x * zoom - box.clientWidth / 2;
    box.scrollTop = y * zoom - box.clientHeight / 2;
  }
  function larger(by) {
    const x = (box.scrollLeft + box.clientWidth / 2) / zoom, y = (box.scrollTop + box.clientHeight / 2) / zoom;
    scaled(zoom * by, x, y);
  }
  document.getElementById("back").onclick = function () { stop(); show(at - 1); };
  document.getElementById("on").onclick = function () { stop(); show(at + 1); };
  document.getElementById("larger").onclick = function () { larger(1.5); };
  document.getElementById("smaller").onclick = function () { larger(1 / 1.5); };
  play.onclick = function () { if (running) stop(); else start(); };
  slider.oninput = function () { stop(); show(Number(slider.value)); };
  const keys = {ArrowLeft: function () { show(at - 1); }, ArrowRight: function () { show(at + 1); },
    Home: function () { show(0); }, End: function () { show(last); }};
  addEventListener("keydown", function (event) {
    const step = keys[event.key], inside = turns[at].closest("section").getBoundingClientRect();
    const away = inside.bottom < 0 || inside.top > innerHeight;
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (away && (event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    stop();
    step();
  });
  map.setAttribute("viewBox", map.dataset.whole);
  scaled(Math.max(box.clientWidth / first[2], 0.75), first[0] + first[2] / 2, first[1] + first[3] / 2);
  show(0);
})();

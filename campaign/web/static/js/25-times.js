// Hours on this device's clock: the server writes UTC or the campaign's zone, the reader's own comes from here.
"use strict";
Desk.wirers.push((root) => {
  const clock = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  for (const time of Desk.all("time[data-local]", root)) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const isToday = at.toDateString() === new Date().toDateString();
    time.title ||= time.textContent;
    time.closest("[data-device]")?.removeAttribute("hidden");
    time.textContent = at.toLocaleString("en-GB", isToday ? { hour: "2-digit", minute: "2-digit" } : clock);
  }
});

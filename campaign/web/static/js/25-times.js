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
Desk.wirers.push((root) => { // work that goes on: asked again until it is done; without a script the page's head says so
  for (const part of Desk.all("[data-again]", root)) {
    const ask = async () => {
      if (!part.isConnected) return;
      try {
        const answer = await fetch(location.href, { headers: Desk.PART, signal: AbortSignal.timeout(20000) });
        if (!answer.ok) return void location.reload();
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (!part.isConnected) return;
        const next = page.querySelector("[data-again]");
        if (!next) return void Desk.show(page, location.href); // it is over
        part.replaceChildren(...next.childNodes); // nothing else: the focus stays where it is
        setTimeout(ask, 1000 * part.dataset.again);
      } catch { Desk.lost(); setTimeout(ask, 10000); }
    };
    setTimeout(ask, 1000 * part.dataset.again);
  }
});

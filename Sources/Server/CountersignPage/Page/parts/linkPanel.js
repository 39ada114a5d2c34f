import { watchLink } from "../calls/events.js";
import { endLink } from "../calls/links.js";
import { copyButton } from "../core/controls.js";
import { countdown } from "../core/countdown.js";
import { element, icon, svgElement } from "../core/element.js";
import { announce } from "../core/notice.js";
import { texts } from "../texts.js";

/** Seconds before the end at which it is said to those who do not see the countdown. */
const warningSeconds = 30;

/**
 * A link to be opened by a phone: its code, what to do, and how far it has come.
 *
 * @param {import("../calls/links.js").Link} link
 * @param {{label: string, steps: string[], confirmed: () => Promise<void>,
 *   over: (ending: string) => void}} settings
 * @returns {{content: Node[], gone: () => void}} `gone` ends the link unless it is over or used
 */
export function linkPanel(link, { label, steps, confirmed, over }) {
  const watching = new AbortController();
  let isSettled = false;
  const status = element("p", { class: "link-status", role: "status" });
  const left = element("p", { class: "hint", "aria-live": "off" });
  const stopCountdown = countdown(link.expiresIn, tick, () => settle(() => over("expired")));
  const copy = copyButton(texts.link.copy, link.url, { kind: "link" });
  say("waiting");
  watchLink(link, watching.signal, follow);

  function follow({ status: reached, ending }) {
    if (isSettled) return;
    say(reached);
    if (reached === "confirmed") settle(confirmed);
    if (reached === "over") settle(() => over(ending));
  }

  function say(reached) {
    const text = texts.link.status[reached];
    if (!text || status.textContent === text(link.number)) return;
    const symbol = reached === "waiting" ? "phone" : reached === "opened" ? "clock" : "check";
    status.className = `link-status ${reached}`;
    status.replaceChildren(icon(symbol), element("span", {}, text(link.number)));
  }

  function tick(seconds) {
    left.textContent = texts.link.left(seconds);
    if (seconds === warningSeconds) announce(texts.link.nearlyOver);
  }

  function settle(next) {
    isSettled = true;
    stop();
    next();
  }

  function stop() {
    stopCountdown();
    watching.abort();
  }

  const number = link.number === null ? null : element(
    "p", { class: "link-number" },
    element("span", {}, texts.link.number), " ", element("strong", {}, link.number),
  );
  return {
    content: [
      element(
        "div", { class: "link-panel" },
        element("div", { class: "link-code" }, qrCode(link.qrCode, label), left),
        element(
          "div", { class: "link-guide" },
          element("ol", { class: "numbered" }, ...steps.map((step) => element("li", {}, step))),
          number, copy,
        ),
      ),
      status,
    ],
    gone: () => {
      stop();
      if (!isSettled) endLink(link).catch(() => {});
    },
  };
}

/** Light modules around the code, as its standard asks for. */
const quietZone = 4;

/**
 * Draws a QR code. It is dark on white in any colour scheme: not every camera reads the opposite.
 *
 * @param {string[]} rows from the top, `1` for a dark module and `0` for a light one
 * @param {string} label what it is, for those who do not see it
 */
export function qrCode(rows, label) {
  const side = rows.length + 2 * quietZone;
  const dark = rows.flatMap((row, line) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: { length } }) =>
      `M${index + quietZone} ${line + quietZone}h${length}v1h-${length}z`));
  return svgElement(
    "svg",
    { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label },
    svgElement("rect", { width: side, height: side }),
    svgElement("path", { d: dark.join(""), "shape-rendering": "crispEdges" }),
  );
}

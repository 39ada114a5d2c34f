import { watchHandover } from "../calls/events.js";
import { collectHandover, withdrawHandover } from "../calls/handovers.js";
import { countdown } from "../core/countdown.js";
import { element, icon } from "../core/element.js";
import { announce } from "../core/notice.js";
import { show } from "../core/screen.js";
import { untilAnswered } from "../core/untilAnswered.js";
import { texts } from "../texts.js";

/** @typedef {"denied"|"expired"|"withdrawn"} Ending of which nothing comes */

/** Seconds before the end at which it is said to those who do not see the countdown. */
const warningSeconds = 30;

/**
 * An action that waits on the person's phone: the number that both screens show, what to do, and
 * how far it has come.
 *
 * @param {import("../calls/handovers.js").Handover} handover
 * @param {object} settings
 * @param {() => void} [settings.decided] the phone has decided, or its time is over
 * @param {(proof: {verificationToken: string}) => void} settings.approved is given the proof, which
 *   acts once
 * @param {(words: string, status: Ending) => void} settings.over nothing comes of it, and why
 * @param {(error: unknown) => void} settings.failed the phone approved, and no token is to be had
 * @param {(words: string) => void} settings.lost an answer was lost, and is asked for again
 * @returns {{content: Node[], gone: () => void}} `gone` withdraws it unless nothing comes of it, or
 *   its proof was given: an approval acts no more then
 */
export function handOverPanel(
  handover, { decided = () => {}, approved, over, failed, lost },
) {
  const leaving = new AbortController();
  /** @type {"waiting"|"approved"|"done"} */
  let state = "waiting";
  const words = element("span", {}, texts.handover.status.pending);
  const status = element("p", { class: "link-status waiting", role: "status" },
    icon("phone"), words);
  const left = element("p", { class: "hint", "aria-live": "off" });
  const asking = element(
    "div", { class: "stack" },
    element("p", {}, texts.handover.lead),
    element(
      "div", { class: "link-guide" },
      element(
        "p", { class: "link-number" },
        element("span", {}, texts.handover.number), " ",
        element("strong", {}, handover.number),
      ),
      element(
        "ol", { class: "numbered" },
        ...texts.handover.steps.map((step) => element("li", {}, step)),
      ),
      left,
    ),
  );
  // One that was decided while the page was reloaded has no time left, and is collected.
  const stopCountdown = handover.status !== "pending" ? () => {}
    : countdown(handover.expiresIn, tick, () => follow({ status: "expired" }));
  watchHandover(handover, leaving.signal, follow);

  function tick(seconds) {
    left.textContent = texts.handover.left(seconds);
    if (seconds === warningSeconds) announce(texts.handover.nearlyOver);
  }

  function follow({ status: reached }) {
    if (state !== "waiting" || leaving.signal.aborted || reached === "pending") return;
    state = reached === "approved" ? "approved" : "done";
    stopCountdown();
    decided();
    // Nothing is compared or approved on the phone any more.
    asking.remove();
    words.textContent = reached === "approved" ? texts.handover.status.approved : wordsOf(reached);
    status.className = `link-status ${reached === "approved" ? "confirmed" : "over"}`;
    if (reached === "approved") collect();
    else over(words.textContent, reached);
  }

  async function collect() {
    const { signal } = leaving;
    try {
      const { answer } = await untilAnswered(
        () => collectHandover(handover, signal),
        { signal, lost: () => lost(texts.handover.lost) });
      if (signal.aborted) return;
      state = "done";
      approved({ verificationToken: answer.verificationToken });
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }

  return {
    content: [asking, status],
    gone: () => {
      stopCountdown();
      leaving.abort();
      if (state === "done") return;
      state = "done";
      withdrawHandover(handover).catch(() => {});
    },
  };
}

/** The look of each ending. */
const looks = {
  denied: { state: "denied", symbol: "deny" },
  expired: { state: "expired", symbol: "clock" },
  withdrawn: { state: "expired", symbol: "info" },
};

function wordsOf(ending) {
  const { title, text } = texts.handover.over[ending];
  return `${title}. ${text}`;
}

/**
 * Says on a screen of its own that nothing comes of what was handed to the phone, and why: on a
 * small screen nobody sees that beneath the document.
 *
 * @param {Ending} ending
 * @param {Omit<import("../core/screen.js").Screen, "title"|"symbol">} screen with what comes after
 *   that
 */
export function showHandOverEnd(ending, { content, ...screen }) {
  const { title, text } = texts.handover.over[ending];
  const { state, symbol } = looks[ending];
  show({
    ...screen, title,
    symbol: element("span", { class: `symbol ${state}` }, icon(symbol)),
    content: [element("p", { class: "lead" }, text), ...content],
  });
  announce(wordsOf(ending));
}

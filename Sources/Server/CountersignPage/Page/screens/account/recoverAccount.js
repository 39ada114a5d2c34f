import { requestOwnCode } from "../../calls/codes.js";
import { beginRecovery, readRecovery, stopRecovery } from "../../calls/recovery.js";
import { readSecondFactor } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { moment } from "../../core/formats.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show, showLoaded } from "../../core/screen.js";
import { codeForm } from "../../parts/codeForm.js";
import { hasPasskeys, PromptFailed, promptWords } from "../../passkeys/prompt.js";
import { provePasskey } from "../../passkeys/prove.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/** @typedef {import("../../core/navigator.js").Destination} Destination */

/**
 * The screens of a recovery, and the ways from them.
 *
 * @typedef {{place: string|null, back: Destination}} Way
 */

/**
 * The recovery of an account whose factors are all lost, as far as it has come.
 *
 * @param {string|null} place the entry of the navigation that it belongs to; null where the session
 *   may see nothing of the account
 * @param {Destination} back
 */
export function showRecovery(place, back) {
  begin("recovery");
  return showLoaded({ title: texts.recovery.title, place }, load, ({ recovery, factors }) =>
    drawn[recovery.status](recovery, factors, { place, back }));
}

async function load() {
  const [recovery, factors] = await Promise.all([readRecovery(), readSecondFactor()]);
  return { recovery, factors };
}

/** The drawing of each status of a recovery. */
const drawn = { none: drawOffer, waiting: drawWaiting, ready: drawReady };

function drawOffer(_, __, way) {
  const { root, say } = notice();
  const ask = button(texts.recovery.begin, {
    kind: "primary wide", icon: "mail", onclick: once(() => [ask], send),
  });

  async function send() {
    say(null);
    begin("recovery");
    const isHere = noteScreen();
    try {
      const request = await requestOwnCode("recover");
      if (isHere()) showRecoveryCode(request, way);
    } catch (error) {
      explain(error, say);
    }
  }

  return {
    content: [
      element("p", { class: "lead" }, texts.recovery.lead),
      element("ol", { class: "numbered" }, ...texts.recovery.steps.map((step) =>
        element("li", {}, step))),
      root, element("div", { class: "stack" }, ask, backButton(way)),
    ],
  };
}

function showRecoveryCode(request, way) {
  const form = codeForm(request, () => requestOwnCode("recover"), async (validateCode) => {
    const isHere = noteScreen();
    await beginRecovery(validateCode);
    if (isHere()) showRecovery(way.place, way.back);
  }, { asked: { purpose: "recover" } });
  show({
    title: texts.code.title,
    place: way.place,
    content: [
      element("p", { class: "lead" }, texts.code.leadOwn), ...form.content,
      element(
        "p", { class: "aside" },
        button(texts.back, { kind: "link", onclick: () => go(way.back) })),
    ],
    again: () => showRecoveryCode(request, way),
    gone: form.gone,
  });
}

function drawWaiting({ readyAt }, factors, way) {
  const { root, say } = notice();
  return {
    content: [
      element("span", { class: "symbol pending" }, icon("clock")),
      element(
        "p", { class: "lead" },
        readyAt === null ? texts.recovery.undelivered : texts.recovery.waiting(moment(readyAt))),
      element("p", {}, texts.recovery.howToStop), root,
      element("div", { class: "stack" }, stopButton(factors, say, way), backButton(way)),
    ],
  };
}

function drawReady(_, factors, way) {
  const { root, say } = notice();
  // As on an account without a factor: a mailed code sets the first one, and ends those before it.
  const none = {
    needsFactor: false, hasBiometrics: false, hasPasskey: false, hasPIN: false, hasDevicePIN: false,
  };
  const passkey = button(texts.recovery.newPasskey, {
    kind: "primary wide", icon: "passkey", hidden: !hasPasskeys(),
    onclick: () => go({ to: "offerPasskey", isRecovery: true }),
  });
  const pin = button(texts.recovery.newPIN, {
    kind: hasPasskeys() ? "wide" : "primary wide", icon: "pin",
    onclick: () => go({
      to: "setPIN", factors: { ...factors, ...none },
      // Who has set none is where they came from.
      leave: (done) => go(done ? { to: "home", done } : { to: "recovery", ...way }),
    }),
  });
  return {
    content: [
      element("p", { class: "lead" }, texts.recovery.ready),
      element("p", {}, texts.recovery.readyLimit), root,
      element("div", { class: "stack" }, passkey, pin, stopButton(factors, say, way),
        backButton(way)),
    ],
  };
}

/** A session alone stops no recovery: whoever reads the mailbox has one too. */
function stopButton(factors, say, way) {
  const key = crypto.randomUUID();
  const stop = button(texts.recovery.stop, {
    kind: "wide", icon: "passkey", hidden: !factors.hasPasskey || !hasPasskeys(),
    onclick: once(() => [stop], prove),
  });

  async function prove() {
    say(null);
    begin("stopRecovery");
    const isHere = noteScreen();
    try {
      const proof = await provePasskey({ change: "stopRecovery" });
      if (!isHere()) return;
      await stopRecovery(proof, key);
      if (isHere()) showStopped(way);
    } catch (error) {
      if (error instanceof PromptFailed) {
        const [what, next] = promptWords(error, false);
        return say(what, "problem", element("p", {}, next));
      }
      explain(error, say);
    }
  }

  return stop;
}

const showStopped = ({ place, back }) => show({
  title: texts.recovery.stoppedTitle,
  place,
  symbol: element("span", { class: "symbol completed" }, icon("check")),
  content: [
    element("p", { class: "lead" }, texts.recovery.stoppedText),
    button(texts.code.submit, { kind: "primary wide", onclick: () => go(back) }),
  ],
});

const backButton = ({ back }) =>
  button(texts.back, { kind: "quiet wide", onclick: () => go(back) });

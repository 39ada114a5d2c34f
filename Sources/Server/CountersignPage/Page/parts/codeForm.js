import { Refusal } from "../calls/refusal.js";
import { button, codeField, relabel } from "../core/controls.js";
import { countdown } from "../core/countdown.js";
import { element } from "../core/element.js";
import { moment } from "../core/formats.js";
import { codeHelps } from "../core/modules.js";
import { announce, explain, notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen } from "../core/screen.js";
import { texts } from "../texts.js";

/** Refusals of codes, also of right ones, for as long as codes are blocked. */
const ofBlock = new Set(["verification_failed", "second_factor_blocked", "too_many_requests"]);
/** The number of wrong codes after which the server takes the sent one no more. */
const mostTries = 5;

/**
 * A form for a code that was sent, with its resend; for that of an authenticator app beside it
 * where one is wanted.
 *
 * @param {object} request the answer to the request for a code
 * @param {() => Promise<object|null>} resend asks for another; null where this form is gone
 * @param {(code: string, request: object, second: string|null) => Promise<void>} submit
 * @param {object} settings
 * @param {import("../core/modules.js").CodeAsked} settings.asked which code it is
 * @param {string} [settings.label] what the code is called
 * @param {string|null} [settings.second] what the app's code is called; null where none is wanted
 * @param {string} [settings.submit] what the form's button says
 * @param {string|(() => string)} [settings.wrong] what is said of a code that is not right; a
 *   function gives it when that is known
 * @param {{root: HTMLElement, say: Function}} [settings.notice] where to say the rest; a place of
 *   its own unless told
 * @returns {{content: Node[], gone: () => void}}
 */
export function codeForm(request, resend, submit, settings) {
  const { label = texts.code.label, second = null, wrong = texts.code.wrong } = settings;
  let newest = request;
  /** Wrong codes in place of the newest. */
  let tries = 0;
  let stopCountdown = () => {};
  const own = settings.notice ? null : notice();
  const { say } = settings.notice ?? own;
  const code = codeField("code", label);
  const app = second === null ? null : codeField("app-code", second);
  const go = element(
    "button", { type: "submit", class: "primary wide" }, settings.submit ?? texts.code.submit);
  const again = button(texts.code.resend, { kind: "link", onclick: once(() => [go], sendAgain) });

  async function check() {
    const [typed, ofApp] = [code.read(), app?.read()];
    // The first one that is wrong gets the focus, so it is checked last.
    app?.setError(ofApp === null ? texts.code.form : null);
    code.setError(typed === null ? texts.code.form : null);
    if (ofApp === null || typed === null) return;
    say(null);
    again.disabled = true;
    const isHere = noteScreen();
    try {
      await submit(typed, newest, ofApp ?? null);
    } catch (error) {
      const isWrong = error instanceof Refusal && error.reason === "verification_failed";
      const isBlocked = error instanceof Refusal && error.until !== null
        && ofBlock.has(error.reason);
      if (!isWrong && !isBlocked) return explain(error, say);
      if (!isHere()) return;
      if (isWrong) tries += 1;
      if (app) app.input.value = "";
      code.input.value = "";
      const said = isBlocked ? texts.code.blocked(moment(error.until))
        : tries >= mostTries ? texts.code.usedUp : typeof wrong === "function" ? wrong() : wrong;
      code.setError(said);
      announce(said);
    } finally {
      again.disabled = isHeldBack;
    }
  }

  async function sendAgain() {
    const isHere = noteScreen();
    try {
      const sent = await resend();
      if (!sent || !isHere()) return;
      newest = sent;
      tries = 0;
      code.setError(null);
      say(texts.code.resent, "good");
      holdBack();
    } catch (error) {
      explain(error, say);
    }
  }

  let isHeldBack = false;

  function holdBack() {
    isHeldBack = again.disabled = true;
    stopCountdown();
    stopCountdown = countdown(
      newest.resendAfter,
      (left) => relabel(again, texts.code.resendIn(left)),
      () => {
        relabel(again, texts.code.resend);
        isHeldBack = false;
        again.disabled = go.disabled;
      },
    );
  }

  function fill(text) {
    code.input.value = text;
    code.setError(null);
    (app && app.input.value === "" ? app.input : go).focus();
  }

  holdBack();
  const helps = codeHelps().map((help) => help({ fill, asked: settings.asked }));
  const form = element(
    "form", { novalidate: true, onsubmit: once(() => [go], check) }, code.root, app?.root, go);
  return {
    content: [
      ...helps.map(({ root }) => root), own?.root, form, element("p", { class: "aside" }, again),
    ].filter(Boolean),
    gone: () => {
      stopCountdown();
      for (const help of helps) help.stop();
    },
  };
}

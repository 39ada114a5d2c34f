import { Refusal } from "../calls/refusal.js";
import { announce } from "../core/announce.js";
import { button, relabel } from "../core/button.js";
import { countdown } from "../core/countdown.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { field } from "../core/field.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { texts } from "../texts.js";
import { demoHint } from "./demoHint.js";

/**
 * A form for a mailed code, with its resend.
 *
 * @param {object} request the answer to the request for a code
 * @param {() => Promise<object>} resend asks for another
 * @param {(validateCode: string, request: object) => Promise<void>} submit
 * @returns {{content: Node[], gone: () => void}}
 */
export function codeForm(request, resend, submit) {
  let newest = request;
  let stopCountdown = () => {};
  const { root, say } = notice();
  const code = field({
    id: "code", label: texts.code.label, type: "text", inputmode: "numeric", maxlength: 6,
    autocomplete: "one-time-code", class: "digits", required: true,
  });
  const go = element("button", { type: "submit", class: "primary wide" }, texts.code.submit);
  const again = button(texts.code.resend, { kind: "link", onclick: once(() => [go], sendAgain) });

  async function check() {
    const typed = code.input.value.replaceAll(/\s/g, "");
    if (!/^[0-9]{6}$/.test(typed)) return code.setError(texts.code.form);
    code.setError(null);
    say(null);
    try {
      await submit(typed, newest);
    } catch (error) {
      const isWrong = error instanceof Refusal && error.reason === "verification_failed";
      if (!isWrong) return explain(error, say);
      code.input.value = "";
      code.setError(texts.code.wrong);
      announce(texts.code.wrong);
    }
  }

  async function sendAgain() {
    try {
      newest = await resend();
      code.setError(null);
      say(texts.code.resent, "good");
      holdBack();
    } catch (error) {
      explain(error, say);
    }
  }

  function holdBack() {
    again.disabled = true;
    stopCountdown = countdown(
      newest.resendAfter,
      (left) => relabel(again, texts.code.resendIn(left)),
      () => {
        relabel(again, texts.code.resend);
        again.disabled = false;
      },
    );
  }

  holdBack();
  const form = element("form", { onsubmit: once(() => [go], check) }, code.root, go);
  return {
    content: [demoHint(), root, form, element("p", { class: "aside" }, again)],
    gone: () => stopCountdown(),
  };
}

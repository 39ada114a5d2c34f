import { Refusal } from "../../calls/refusal.js";
import { readSecondFactor } from "../../calls/secondFactor.js";
import { button, field } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { concernsPIN, isPIN, penalty, pinInput } from "../../parts/pinEntry.js";
import { hasPasskeys, PromptFailed } from "../../passkeys/prompt.js";
import { provePasskey } from "../../passkeys/prove.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Has the person prove a factor for a change of the account's security: the passkey, or the PIN
 * where the passkey is lost, fails, or is not what the person chooses.
 *
 * @param {{hasBiometrics: boolean, hasPIN: boolean, isBlocked: boolean}} factors
 * @param {string} activity what the timeline calls it
 * @param {(proof: object) => Promise<() => void>} change makes the change with the proof, and gives
 *   what is shown then; whoever has left is asked for no more, and brought back by nothing
 */
export function showConfirmFactor(factors, activity, change) {
  const { root, say } = notice();
  const canUsePasskey = factors.hasBiometrics && hasPasskeys();
  const canUsePIN = factors.hasPIN && !factors.isBlocked;
  const passkey = button(texts.security.confirmPasskey, {
    kind: "primary wide", icon: "passkey", hidden: !canUsePasskey,
    onclick: once(() => [passkey, submit], byPasskey),
  });
  const pin = field({ id: "pin", label: texts.pin.label, ...pinInput });
  const submit = button(texts.security.confirmPIN, {
    kind: canUsePasskey ? "wide" : "primary wide", icon: "pin", type: "submit",
  });
  const form = element(
    "form",
    { novalidate: true, hidden: true, onsubmit: once(() => [passkey, submit], byPIN) },
    pin.root, submit,
  );
  const choosePIN = usePIN(texts.approve.usePIN, "wide");
  choosePIN.hidden = !canUsePasskey || !canUsePIN;
  const hold = penalty(submit, say);

  async function byPasskey() {
    say(null);
    begin(activity);
    const isHere = noteScreen();
    try {
      const proof = await provePasskey();
      if (!isHere()) return;
      const next = await change(proof);
      if (isHere()) next();
    } catch (error) {
      if (!(error instanceof PromptFailed)) return explain(error, say);
      const offersPIN = canUsePIN && form.hidden;
      choosePIN.hidden = true;
      say(texts.biometricFailed, "problem", ...(offersPIN ? [usePIN(texts.usePINInstead)] : []));
    }
  }

  async function byPIN() {
    if (!isPIN(pin.input.value)) return pin.setError(texts.pin.form);
    pin.setError(null);
    say(null);
    begin(activity);
    const isHere = noteScreen();
    try {
      const next = await change({ pin: pin.input.value });
      if (isHere()) next();
    } catch (error) {
      pin.input.value = "";
      if (error instanceof Refusal && concernsPIN.has(error.reason)) return lookAgain(error);
      explain(error, say);
    }
  }

  async function lookAgain(error) {
    const fresh = await readSecondFactor().catch(() => null);
    if (fresh?.isBlocked) {
      form.hidden = true;
      return say(texts.pin.blocked);
    }
    hold.begin(error, fresh);
    pin.input.focus();
  }

  function usePIN(label, kind = "") {
    return button(label, {
      kind, icon: "pin",
      onclick: () => {
        say(null);
        showForm();
        pin.input.focus();
      },
    });
  }

  function showForm() {
    choosePIN.hidden = true;
    form.hidden = false;
    hold.resume(factors);
  }

  if (!canUsePasskey) {
    if (canUsePIN) showForm();
    else say(texts.security.unprovable, "plain");
  }
  show({
    title: texts.security.confirm,
    place: "security",
    gone: hold.stop,
    content: [
      element("p", { class: "lead" }, texts.security.confirmText),
      root,
      element(
        "div", { class: "stack" }, passkey, choosePIN, form,
        button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "security" }) }),
      ),
    ],
  });
}

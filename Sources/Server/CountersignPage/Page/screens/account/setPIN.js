import { requestOwnCode } from "../../calls/codes.js";
import { Refusal } from "../../calls/refusal.js";
import {
  canAddFactor, hasUsablePhone, needsRecovery, readSecondFactor, storePIN,
} from "../../calls/secondFactor.js";
import { button, field } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { keyPerEntry, once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { smallPayments } from "../../documents/smallPayments.js";
import { codeForm } from "../../parts/codeForm.js";
import { isEasilyGuessed, isPIN, penalty, pinInput } from "../../parts/pinEntry.js";
import { PromptFailed, promptWords } from "../../passkeys/prompt.js";
import { provePasskey } from "../../passkeys/prove.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

const toSecurity = (done) => go({ to: "security", done });

/**
 * Sets the PIN, or changes it: a change takes the old one, a first one the passkey, and the first
 * factor of an account a mailed code.
 *
 * @param {object} factors the second factor as it stands
 * @param {(text?: string) => Promise<void>} [leave] where to go then: to Security unless told
 */
export function showSetPIN(factors, leave = toSecurity) {
  const { root, say } = notice();
  const old = field({ id: "old-pin", label: texts.setPIN.old, ...pinInput });
  const fresh = field({
    id: "new-pin", label: texts.setPIN.fresh, hint: texts.setPIN.hint, ...pinInput,
  });
  const again = field({ id: "pin-again", label: texts.setPIN.again, ...pinInput });
  const byPasskey = !factors.hasPIN && factors.hasPasskey;
  const submit = button(byPasskey ? texts.setPIN.submitWithPasskey : texts.setPIN.submit, {
    kind: "primary wide", type: "submit", icon: byPasskey ? "passkey" : "pin",
  });
  const hold = penalty(submit, say);
  const keyFor = keyPerEntry();

  function read() {
    const isUnchanged = factors.hasPIN && fresh.input.value === old.input.value;
    const fault = !isPIN(fresh.input.value) ? texts.pin.form
      : isUnchanged ? texts.problems.pin_unchanged
        : isEasilyGuessed(fresh.input.value) ? texts.problems.pin_too_simple : null;
    const isFresh = fault === null;
    const isSame = again.input.value === fresh.input.value;
    const isOld = !factors.hasPIN || isPIN(old.input.value);
    again.setError(isFresh && !isSame ? texts.setPIN.mismatch : null);
    fresh.setError(fault);
    old.setError(isOld ? null : texts.pin.form);
    return isFresh && isSame && isOld ? fresh.input.value : null;
  }

  async function save() {
    // What was said of an earlier try stands beside none of this one.
    say(null);
    const pin = read();
    if (pin === null) return;
    begin("pin");
    const isHere = noteScreen();
    try {
      if (!factors.hasPIN && !byPasskey) return await askForCode(pin, isHere);
      const entitlement = byPasskey
        ? { proof: await provePasskey({ change: "setPIN" }) } : { oldPin: old.input.value };
      // Whoever has left while the prompt was open has set none.
      if (!isHere()) return;
      await storePIN(pin, entitlement, keyFor(pin));
      if (isHere()) await leave(factors.hasPIN ? texts.setPIN.changed : texts.setPIN.saved);
    } catch (error) {
      await settle(error);
    }
  }

  async function askForCode(pin, isHere) {
    const request = await requestOwnCode("set_pin");
    if (isHere()) showPINCode(pin, request, leave, () => showSetPIN(factors, leave));
  }

  async function settle(error) {
    if (error instanceof PromptFailed) {
      const [what, next] = promptWords(error, false);
      return say(what, "problem", element("p", {}, next));
    }
    if (error instanceof Refusal && ["pin_too_simple", "pin_unchanged"].includes(error.reason)) {
      return fresh.setError(texts.problems[error.reason]);
    }
    const isBlocked = error instanceof Refusal && error.reason === "second_factor_blocked";
    if (isBlocked && needsRecovery({ ...factors, isBlocked })) {
      lost.hidden = false;
      return say(texts.pin.blockedAlone);
    }
    const concernsOld = factors.hasPIN && error instanceof Refusal
      && ["verification_failed", "penalised", "attempt_in_progress"].includes(error.reason);
    if (!concernsOld) return explain(error, say);
    old.input.value = "";
    hold.begin(error, await readSecondFactor().catch(() => null));
  }

  // Said before a code is mailed that would be asked for in vain.
  const isPossible = canAddFactor(factors);
  if (!isPossible) say(texts.security.unprovable, "plain");
  const lost = button(texts.recovery[hasUsablePhone(factors) ? "lostPhone" : "lost"], {
    kind: "wide", hidden: isPossible,
    onclick: () => go({
      to: "recovery", place: "security", back: { to: "setPIN", factors, leave },
    }),
  });
  show({
    title: factors.hasPIN ? texts.setPIN.changeTitle : texts.setPIN.title,
    place: "security",
    gone: hold.stop,
    content: [
      element("p", { class: "lead" },
        (factors.hasPasskey ? texts.setPIN.leadBeside : texts.setPIN.lead)(smallPayments())),
      root,
      element(
        "form",
        { novalidate: true, hidden: !isPossible, onsubmit: once(() => [submit], save) },
        factors.hasPIN ? old.root : null, fresh.root, again.root, submit,
      ),
      lost, button(texts.back, { kind: "quiet wide", onclick: () => leave() }),
    ],
  });
}

/**
 * Sets the PIN as an account's first factor, with the code that was mailed for it.
 *
 * @param {string} pin
 * @param {object} request the answer to the request for a code
 * @param {(text: string) => Promise<void>} done
 * @param {() => void} back
 */
function showPINCode(pin, request, done, back) {
  const key = crypto.randomUUID();
  const form = codeForm(request, () => requestOwnCode("set_pin"), async (validateCode) => {
    const isHere = noteScreen();
    await storePIN(pin, { validateCode }, key);
    if (isHere()) await done(texts.setPIN.saved);
  }, { asked: { purpose: "set_pin" } });
  show({
    title: texts.code.title,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.code.leadOwn), ...form.content,
      element("p", { class: "aside" }, button(texts.back, { kind: "link", onclick: back })),
    ],
    gone: form.gone,
  });
}

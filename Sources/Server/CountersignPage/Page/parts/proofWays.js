import { Refusal } from "../calls/refusal.js";
import { needsRecovery, readSecondFactor } from "../calls/secondFactor.js";
import { button, field } from "../core/controls.js";
import { element } from "../core/element.js";
import { explain } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen, untilLeft } from "../core/screen.js";
import { askDocument, canAct, canHandOver, isFresh } from "../documents/askDocument.js";
import { isWordForWord } from "../documents/compare.js";
import { hasPasskeys, PromptFailed, promptWords, usePasskey } from "../passkeys/prompt.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { askForCodes } from "./codesProof.js";
import { showPhoneProof } from "./phoneProof.js";
import { concernsPIN, isPIN, penalty, pinInput } from "./pinEntry.js";

/**
 * @typedef {object} ProofAsked
 * @property {{scenario: string, payload: object}} action what is proved
 * @property {import("../documents/askDocument.js").Linked} linked its document, a challenge and the
 *   ways that the server names
 * @property {object} factors the second factor as it stands
 * @property {string} activity what the timeline calls it
 * @property {string|null} place the entry of the navigation that the screen belongs to
 * @property {(proof: object) => Promise<(() => void)|{texted: object}>} give uses the proof, and
 *   gives what is shown then; whoever has left is brought back by nothing
 * @property {() => void} back shows the screen again
 * @property {{passkey: string, elsewhere?: string, pin: string, codes: string}} labels `elsewhere`
 *   where a passkey of another device has a button of its own
 * @property {(factors: object) => void} [blocked] is told that a wrong PIN has blocked it
 * @property {boolean} [isPasskeyOnly] whether nothing weaker is offered
 * @property {string|null} [wait] the words for passkeys that are all new: what else there is comes
 *   before them then
 */

/**
 * The ways in which a person may prove a factor here: those that the server says would do now.
 *
 * @param {ProofAsked} asked
 * @param {Function} say
 * @returns {{content: HTMLElement[], isEmpty: boolean, gone: () => void}} `isEmpty` where there is
 *   none
 */
export function proofWays(asked, say) {
  const { action, linked, factors, activity, labels, isPasskeyOnly = false, wait = null } = asked;
  const { ways, document: shown } = linked;
  // A new passkey is too weak here: it is worth no more than the ways that are left out.
  const canUsePasskey = canAct(ways, "assertion") && hasPasskeys()
    && !(isPasskeyOnly && wait !== null);
  const canUsePIN = !isPasskeyOnly && canAct(ways, "pin");
  const canUseCodes = !isPasskeyOnly && canAct(ways, "validateCode");
  const canUsePhone = !isPasskeyOnly && canHandOver(ways);
  const hasOther = canUsePIN || canUseCodes || canUsePhone;
  const isPasskeyFirst = canUsePasskey && (wait === null || !hasOther);
  /** The challenge of the next prompt; null where it has to be asked for anew. */
  let challenge = linked;
  const controls = () => [passkey, elsewhere, submit, codes, phone].filter(Boolean);
  const passkey = button(labels.passkey, {
    kind: isPasskeyFirst ? "primary wide" : "wide", icon: "passkey", hidden: !canUsePasskey,
    onclick: once(controls, () => byPasskey()),
  });
  const elsewhere = labels.elsewhere && button(labels.elsewhere, {
    kind: "wide", icon: "passkey", hidden: !canUsePasskey,
    onclick: once(controls, () => byPasskey({ isElsewhere: true })),
  });
  const pin = field({ id: "pin", label: texts.pin.label, ...pinInput });
  const submit = button(labels.pin, {
    kind: isPasskeyFirst ? "wide" : "primary wide", icon: "pin", type: "submit",
  });
  const form = element(
    "form", { novalidate: true, hidden: true, onsubmit: once(controls, byPIN) }, pin.root, submit);
  const choosePIN = usePIN(texts.approve.usePIN, "wide");
  choosePIN.hidden = !isPasskeyFirst || !canUsePIN;
  const codes = button(labels.codes, {
    kind: isPasskeyFirst || canUsePIN ? "wide" : "primary wide", icon: "mail",
    hidden: !canUseCodes, onclick: once(controls, byCodes),
  });
  const phone = button(texts.handover.use, {
    kind: isPasskeyFirst || canUsePIN || canUseCodes ? "wide" : "primary wide", icon: "phone",
    hidden: !canUsePhone, onclick: () => showPhoneProof(asked),
  });
  const hold = penalty(submit, say);

  async function byPasskey(how) {
    say(null);
    begin(activity);
    const isHere = noteScreen();
    try {
      await give({ assertion: await sign(how) }, isHere);
    } catch (error) {
      if (!(error instanceof PromptFailed)) return explain(error, say);
      const offersPIN = canUsePIN && form.hidden;
      choosePIN.hidden = true;
      const [what, next] = promptWords(error, hasOther || Boolean(elsewhere));
      say(what, "problem", element("p", {}, next),
        ...(offersPIN ? [usePIN(texts.usePINInstead)] : []));
    }
  }

  /** A challenge is signed once, and none that could run out while the prompt is open. */
  async function sign(how) {
    const left = untilLeft();
    const { options } = isFresh(challenge) ? challenge : await askDocument(
      action.scenario, action.payload, texts.timeline.compareShown,
      (document) => isWordForWord(document, shown));
    challenge = null;
    return usePasskey(options, left, how);
  }

  async function byPIN() {
    if (!isPIN(pin.input.value)) return pin.setError(texts.pin.form);
    pin.setError(null);
    say(null);
    begin(activity);
    const isHere = noteScreen();
    try {
      await give({ pin: pin.input.value }, isHere);
    } catch (error) {
      pin.input.value = "";
      if (error instanceof Refusal && concernsPIN.has(error.reason)) return lookAgain(error);
      explain(error, say);
    }
  }

  async function give(proof, isHere) {
    if (!isHere()) return;
    const next = await asked.give(proof);
    if (isHere()) next();
  }

  async function lookAgain(error) {
    const fresh = await readSecondFactor().catch(() => null);
    if (fresh?.isBlocked) {
      form.hidden = true;
      asked.blocked?.(fresh);
      return say(needsRecovery(fresh) ? texts.pin.blockedAlone : texts.pin.blocked);
    }
    hold.begin(error, fresh);
    pin.input.focus();
  }

  async function byCodes() {
    say(null);
    begin(activity);
    try {
      await askForCodes(asked);
    } catch (error) {
      explain(error, say);
    }
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

  if (!isPasskeyFirst && canUsePIN) showForm();
  const byPasskeys = [passkey, elsewhere];
  const others = [choosePIN, form, codes, phone];
  const told = canUsePasskey && wait !== null && element("p", { class: "hint" }, wait);
  return {
    content: (isPasskeyFirst ? [...byPasskeys, told, ...others] : [...others, ...byPasskeys, told])
      .filter(Boolean),
    isEmpty: !canUsePasskey && !canUsePIN && !canUseCodes && !canUsePhone,
    gone: hold.stop,
  };
}

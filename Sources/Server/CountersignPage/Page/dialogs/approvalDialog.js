import { handOver, withdrawHandover } from "../calls/handovers.js";
import { performAction } from "../calls/operations.js";
import { isAnswerLost, Refusal, words } from "../calls/refusal.js";
import { button, relabel } from "../core/controls.js";
import { element } from "../core/element.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { untilAnswered } from "../core/untilAnswered.js";
import {
  askDocument, canAct, canHandOver, isFresh, NotWhatWasAsked, wayOf,
} from "../documents/askDocument.js";
import { isWordForWord } from "../documents/compare.js";
import { amountOf, matterOf } from "../documents/fields.js";
import { slip } from "../documents/slip.js";
import { handOverPanel } from "../parts/handOverPanel.js";
import { hasPasskeys, PromptFailed, usePasskey } from "../passkeys/prompt.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showDialog } from "./dialog.js";

/**
 * The end of an approval.
 *
 * `performed`: the server did it; its `operation` may be pending still. `left`: the person closed
 * the dialog, and nothing was done. `refused`: nothing was done, and `words` say why; `reason` is
 * the server's, `not_what_was_asked`, or `credential_on_device` where only the app on a phone has a
 * passkey. `unknown`: the person closed the dialog while no answer came; `readOperation(key)` says
 * later what became of it.
 *
 * @typedef {{state: "performed", operation: {operationID: string, status: string, result: any}}
 *   | {state: "left"} | {state: "refused", reason: string, words: string}
 *   | {state: "unknown", key: string}} Outcome
 */

/**
 * Shows the person in a dialog what an action does, has it signed with a passkey or approved on
 * their phone, and has the server do it.
 *
 * Nothing is signed but the document that the dialog shows, and no document is shown that the
 * caller does not take for an answer to what it asked for.
 *
 * @param {string} scenario
 * @param {object} payload as the scenario takes it
 * @param {(document: import("../documents/readDocument.js").Document) => boolean} isAnswered tells
 *   a document that says what the payload asks for, field by field
 * @returns {Promise<Outcome>}
 */
export async function approve(scenario, payload, isAnswered) {
  begin("approve");
  const action = { scenario, payload, key: crypto.randomUUID() };
  let challenge;
  try {
    challenge = await askDocument(scenario, payload, texts.timeline.compare, isAnswered);
  } catch (error) {
    return refused(error);
  }
  const way = wayOf(challenge.ways, "assertion");
  if (canAct(challenge.ways, "assertion") || canHandOver(challenge.ways)) {
    return show(action, challenge);
  }
  return refused(new Refusal(403, { reason: way?.reason ?? "proof_not_allowed" }, null));
}

/** Lets the person read the document and approve it. @returns {Promise<Outcome>} */
async function show(action, first) {
  const shown = first.document;
  const leaving = new AbortController();
  /** The challenge of the next prompt; null where it has to be asked for anew. */
  let challenge = first;
  /** True if the proof is on its way, so that closing the dialog takes nothing back. */
  let isSent = false;
  /** What waits on the phone; null while nothing does. */
  let handed = null;
  const canUsePasskey = canAct(first.ways, "assertion") && hasPasskeys();
  const wordsOf = (error) => approvalWords(error, canHandOver(first.ways));

  const draw = (close) => {
    const { root, say } = notice();
    const label = texts.approve.byPasskey(amountOf(shown));
    const passkey = button(label, {
      kind: "primary wide", icon: "passkey", hidden: !canUsePasskey,
      onclick: once(() => [passkey, phone], sign),
    });
    const phone = button(texts.handover.use, {
      kind: canUsePasskey ? "wide" : "primary wide", icon: "phone",
      hidden: !canHandOver(first.ways), onclick: once(() => [passkey, phone], askPhone),
    });
    const onPhone = element("div", { class: "stack" });

    async function askPhone() {
      say(null);
      handed?.gone();
      try {
        const handover = await handOver(action.scenario, action.payload);
        if (leaving.signal.aborted) return void withdrawHandover(handover).catch(() => {});
        handed = handOverPanel(handover, {
          approved: settle, over: (words) => give(words), failed: (error) => give(wordsOf(error)),
          lost: (words) => say(words, "plain"),
        });
        passkey.hidden = phone.hidden = true;
        onPhone.replaceChildren(...handed.content);
      } catch (error) {
        if (!leaving.signal.aborted) say(wordsOf(error));
      }
    }

    async function settle(proof) {
      try {
        close({ state: "performed", operation: await send(proof) });
      } catch (error) {
        if (!leaving.signal.aborted) give(wordsOf(error));
      }
    }

    /** Nothing came of it on the phone: the ways are there again. */
    function give(words) {
      onPhone.replaceChildren();
      passkey.hidden = !canUsePasskey;
      phone.hidden = false;
      say(words);
    }

    async function sign() {
      say(null);
      try {
        challenge = isFresh(challenge) ? challenge : await askAgain(action, shown);
        relabel(passkey, texts.approve.prompted, true);
        const { options } = challenge;
        const assertion = await usePasskey(options, leaving.signal);
        // A challenge that the server has seen is good for no second prompt.
        challenge = null;
        relabel(passkey, texts.approve.checking, true);
        close({ state: "performed", operation: await send({ assertion }) });
      } catch (error) {
        if (!leaving.signal.aborted) say(wordsOf(error));
      } finally {
        relabel(passkey, label, false);
      }
    }

    async function send(proof) {
      isSent = true;
      try {
        const { answer } = await untilAnswered(
          (isAgain) => performAction(action, proof, isAgain),
          { signal: leaving.signal, lost: () => say(texts.approve.lost, "plain") });
        return answer;
      } catch (error) {
        isSent = isAnswerLost(error);
        throw error;
      }
    }

    return [
      slip(shown), root, onPhone, passkey, phone,
      button(texts.cancel, { kind: "quiet wide", onclick: () => close(null) }),
    ];
  };

  const outcome = await showDialog(texts.approve.title(matterOf(shown)), draw);
  leaving.abort();
  handed?.gone();
  return outcome ?? (isSent ? { state: "unknown", key: action.key } : { state: "left" });
}

/** A new challenge for what is shown, word for word. */
const askAgain = ({ scenario, payload }, shown) => askDocument(
  scenario, payload, texts.timeline.compareShown, (document) => isWordForWord(document, shown));

/** @returns {Outcome} */
const refused = (error) => ({
  state: "refused", words: approvalWords(error, false),
  reason: error instanceof NotWhatWasAsked ? "not_what_was_asked" : error.reason ?? "unknown",
});

function approvalWords(error, hasOther) {
  if (error instanceof NotWhatWasAsked) return texts.approve.notWhatWasShown;
  if (error instanceof PromptFailed && error.kind === "unavailable") {
    const next = hasOther ? texts.approve.other : texts.confirming.elsewhere;
    return `${texts.biometricUnavailable}. ${next}`;
  }
  if (error instanceof PromptFailed) {
    const { tryAgain, tryAgainOrOther } = texts.approve;
    return `${texts.biometricFailed}. ${hasOther ? tryAgainOrOther : tryAgain}`;
  }
  const isWrong = error instanceof Refusal && error.reason === "verification_failed";
  return isWrong ? texts.approve.proofRefused : words(error);
}

import { Refusal } from "../../calls/refusal.js";
import { readSecondFactor } from "../../calls/secondFactor.js";
import { button, field, relabel } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen } from "../../core/screen.js";
import { amountOf } from "../../documents/fields.js";
import { concernsPIN, isPIN, penalty, pinInput } from "../../parts/pinEntry.js";
import {
  endedBy, leaveToOthers, refuse, sendApproval, showInReview,
} from "../../parts/reviewFrame.js";
import { canUseCodes, canUsePasskey, closeWays, refreshFactors } from "../../reviews/states.js";
import { texts } from "../../texts.js";

/** Refusals of a PIN that leave the transaction to another factor. */
const needsAnother = new Set(["linking_required", "pin_missing", "pin_on_device"]);

/**
 * Has a review approved with the PIN.
 *
 * @param {import("../../reviews/states.js").Review} review
 */
export function showApproveByPIN(review) {
  const shown = notice();
  const { say } = shown;
  const pin = field({ id: "pin", label: texts.pin.label, ...pinInput });
  const label = texts.approve.submit(amountOf(review.document));
  const submit = button(label, { kind: "primary wide", type: "submit" });
  const form = element(
    "form", { novalidate: true, onsubmit: once(() => [submit], approve) }, pin.root, submit,
  );
  const hold = penalty(submit, say);

  async function approve() {
    if (!isPIN(pin.input.value)) return pin.setError(texts.pin.form);
    pin.setError(null);
    say(null);
    relabel(submit, texts.approve.checking, true);
    const isHere = noteScreen();
    try {
      await sendApproval(frame, { pin: pin.input.value });
    } catch (error) {
      pin.input.value = "";
      if (isHere()) await settle(error, isHere);
    } finally {
      relabel(submit, label, false);
    }
  }

  async function settle(error, isHere) {
    const reason = error instanceof Refusal ? error.reason : null;
    if (needsAnother.has(reason)) return leaveToOthers(frame, "pin", error);
    const others = canUsePasskey(review) || canUseCodes(review);
    if (await endedBy(frame, error, others)) return;
    if (reason === "second_factor_blocked") return leaveBlocked();
    if (!concernsPIN.has(reason)) return explain(error, say);
    const fresh = await readSecondFactor().catch(() => null);
    if (!isHere()) return;
    if (fresh?.isBlocked) return others ? leaveBlocked() : refuse(frame, "blocked");
    if (fresh) refreshFactors(review, fresh);
    hold.begin(error, fresh);
    pin.input.focus();
  }

  function leaveBlocked() {
    closeWays(review, "pin");
    return go({ to: "approve", review, why: texts.pin.blocked });
  }

  hold.resume(review.factors);
  const frame = showInReview(review, {
    title: texts.pin.title,
    notice: shown,
    isBrief: true,
    content: [form],
    back: button(texts.back, { kind: "quiet", onclick: () => go({ to: "approve", review }) }),
    gone: hold.stop,
  });
}

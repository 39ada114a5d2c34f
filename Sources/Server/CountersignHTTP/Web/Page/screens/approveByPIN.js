import { readSecondFactor } from "../calls/readSecondFactor.js";
import { Refusal, words } from "../calls/refusal.js";
import { button, relabel } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { field } from "../core/field.js";
import { money } from "../core/money.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen } from "../core/screen.js";
import { concernsPIN, isPIN, pinInput } from "../factors/pinRules.js";
import { texts } from "../texts.js";
import { showApprove } from "./approve.js";
import { penalty } from "./penalty.js";
import { endedBy, refuse, sendApproval, showInReview } from "./reviewFrame.js";

/** Refusals of a PIN that leave the transaction to another factor. */
const needsAnother = new Set(["linking_required", "pin_missing", "pin_on_device"]);

/**
 * Has a review approved with the PIN.
 *
 * @param {import("../reviews/openReview.js").Review} review
 */
export function showApproveByPIN(review) {
  const { amount, currency } = review.transaction;
  const shown = notice();
  const { say } = shown;
  const pin = field({ id: "pin", label: texts.pin.label, ...pinInput });
  const label = texts.approve.submit(money(amount, currency));
  const submit = button(label, { kind: "primary wide", type: "submit" });
  const form = element(
    "form", { novalidate: true, onsubmit: once(() => [submit], approve) }, pin.root, submit,
  );
  const hold = penalty(submit, say);

  async function approve() {
    if (!isPIN(pin.input.value)) return pin.setError(texts.pin.form);
    pin.setError(null);
    say(null);
    relabel(submit, texts.review.checking, true);
    const isHere = noteScreen();
    try {
      await sendApproval(review, { pin: pin.input.value });
    } catch (error) {
      pin.input.value = "";
      if (isHere()) await settle(error, isHere);
    } finally {
      relabel(submit, label, false);
    }
  }

  async function settle(error, isHere) {
    const reason = error instanceof Refusal ? error.reason : null;
    if (needsAnother.has(reason)) {
      review.ways.pin = false;
      if (reason === "linking_required") review.ways.codes = false;
      return showApprove(review, words(error));
    }
    if (await endedBy(review, error)) return;
    if (!concernsPIN.has(reason)) return explain(error, say);
    const fresh = await readSecondFactor().catch(() => null);
    if (!isHere()) return;
    if (fresh?.isBlocked) return refuse(review, "blocked");
    if (fresh) review.factors = fresh;
    hold.begin(error, fresh);
    pin.input.focus();
  }

  hold.resume(review.factors);
  showInReview(review, {
    title: texts.pin.title,
    notice: shown,
    isBrief: true,
    content: [form],
    back: button(texts.back, { kind: "quiet", onclick: () => showApprove(review) }),
    gone: hold.stop,
  });
}

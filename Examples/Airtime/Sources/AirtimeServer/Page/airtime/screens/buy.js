import {
  begin, element, explainAt, go, isSame, noteScreen, notice, NotWhatWasAsked, once, readHandover,
  Refusal, showLoaded, withdrawHandover,
} from "../../page.js";
import { listProducts, readWallet } from "../calls/topUps.js";
import { money } from "../formats.js";
import { buyFields } from "../parts/buyFields.js";
import { askChallenge } from "../payment/askChallenge.js";
import { remembered } from "../payment/outcomes.js";
import { payment } from "../payment/payment.js";
import { forgetPurchase, keepForm, unfinishedPurchase } from "../payment/unfinishedPurchase.js";
import { texts } from "../texts.js";

/**
 * Chooses what to buy. The way on asks the server for the exact document, which the next screen
 * shows. A payment whose outcome is not known comes first: nobody is to pay again what may be paid.
 *
 * @param {object} [how]
 * @param {import("../payment/payment.js").Earlier} [how.earlier] a payment that is tried again
 * @param {boolean} [how.isByAddress] whether a reload, a sign-in or the way back leads here: then
 *   the purchase that this window has not finished goes on
 */
export function showBuy({ earlier, isByAddress = false } = {}) {
  const unknown = remembered();
  if (unknown) return go({ to: "checking", sent: unknown });
  const unfinished = isByAddress ? unfinishedPurchase() : null;
  if (unfinished?.step === "approval") return resume(unfinished);
  if (!unfinished) forgetPurchase();
  return showForm(unfinished?.earlier ?? earlier, unfinished?.entered);
}

/** @param {object} [entered] what was typed before, where it is not the payload of `earlier` */
function showForm(earlier, entered = earlier?.payload) {
  begin("buy");
  const load = async () => {
    const [products, wallet] = await Promise.all([listProducts(), readWallet()]);
    return { products, wallet };
  };
  const head = { title: texts.buy.title, place: "buy" };
  return showLoaded(head, load, (value) => draw(value, earlier, entered));
}

/**
 * Shows a payment again that was to be approved, as the server would execute it now. One that waits
 * on the person's phone, or was approved there meanwhile, goes on there.
 *
 * @param {import("../payment/unfinishedPurchase.js").UnfinishedPurchase} unfinished
 */
function resume({ earlier, handover }) {
  begin("pay");
  const load = async () => {
    const challenge = await askChallenge(earlier.payload).catch((error) => {
      // The form asks once more, and says what is wrong.
      if (error instanceof NotWhatWasAsked || isOfPayload(error)) return null;
      throw error;
    });
    const [wallet, handed] = await Promise.all([readWallet(), handover && readHanded(handover)]);
    return { challenge, wallet, handed };
  };
  return showLoaded(
    { title: texts.review.title, place: "buy" }, load, ({ challenge, wallet, handed }) => {
      const isUnchanged = challenge !== null && isSame(challenge.document, earlier.document);
      // What the phone shows is another by now.
      if (handed && !isUnchanged) withdrawHandover(handed).catch(() => {});
      if (challenge === null) showForm(earlier);
      else {
        const again = payment(earlier.payload, challenge, earlier);
        if (handed && isUnchanged) go({ to: "onPhone", payment: again, wallet, handover: handed });
        else {
          const message = isUnchanged ? null : texts.review.changed;
          go({ to: "reviewPayment", payment: again, wallet, message });
        }
      }
      return { content: [] };
    });
}

/** Reads a handover; null if an approval of it cannot pay any more. */
async function readHanded(handover) {
  try {
    const handed = await readHandover(handover);
    return ["pending", "approved"].includes(handed.status) ? handed : null;
  } catch (error) {
    // Another session handed it over.
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** True for a refusal of what is asked for, whoever asks. */
const isOfPayload = (error) => error instanceof Refusal && [404, 422].includes(error.status);

function draw({ products, wallet }, earlier, entered) {
  if (products.length === 0) {
    return { content: [element("p", { class: "empty" }, texts.buy.nothing)] };
  }
  const { root, say } = notice();
  const fields = buyFields(products, wallet, entered);
  if (earlier || entered) keepForm(fields.entered(), earlier);
  const submit = element("button", { type: "submit", class: "primary wide" }, texts.buy.submit);

  async function review() {
    const asked = fields.read();
    if (!asked) return;
    say(null);
    begin("pay");
    const isHere = noteScreen();
    try {
      // The wallet may have changed while the form was filled in.
      const [challenge, fresh] = await Promise.all([
        askChallenge(asked), readWallet().catch(() => wallet),
      ]);
      if (!isHere()) return;
      go({ to: "reviewPayment", payment: payment(asked, challenge, earlier), wallet: fresh });
    } catch (error) {
      if (error instanceof NotWhatWasAsked) say(texts.review.notWhatYouAsked);
      else explainAt(error, fields.faults, say);
    }
  }

  return {
    content: [
      element("p", { class: "lead" }, texts.buy.available(money(wallet.balance, wallet.currency))),
      element(
        "form", {
          novalidate: true, onsubmit: once(() => [submit], review),
          oninput: () => keepForm(fields.entered(), earlier),
        },
        ...fields.content, root, submit,
      ),
    ],
  };
}

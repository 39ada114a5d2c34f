import { showBuy } from "./screens/buy.js";
import { showOnPhone } from "./screens/onPhone.js";
import { showChecking, showOutcome } from "./screens/outcome.js";
import { showPastPurchase } from "./screens/pastPurchase.js";
import { showPIN } from "./screens/pin.js";
import { showReview } from "./screens/review.js";

/** Every screen of the shop by its name. This module alone imports them. */
export const screens = {
  // The place of the navigation.
  buy: ({ isByAddress }) => showBuy({ isByAddress }),

  buyAgain: ({ earlier }) => showBuy({ earlier }),
  reviewPayment: ({ payment, wallet, message }) => showReview(payment, wallet, message),
  pin: ({ payment, wallet, message }) => showPIN(payment, wallet, message),
  onPhone: ({ payment, wallet, handover }) => showOnPhone(payment, wallet, handover),
  checking: ({ sent }) => showChecking(sent),
  pastPurchase: ({ topUp }) => showPastPurchase(topUp),
  outcome: ({ outcome, payment }) => showOutcome(outcome, payment),
};

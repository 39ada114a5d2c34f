import { showBuy } from "./screens/buy.js";
import { showHistory } from "./screens/history.js";
import { showChecking, showOutcome } from "./screens/outcome.js";
import { showPIN } from "./screens/pin.js";
import { showReview } from "./screens/review.js";

/** Every screen of the shop by its name. This module alone imports them. */
export const screens = {
  // The places of the navigation.
  buy: () => showBuy(),
  history: () => showHistory(),

  buyAgain: ({ earlier }) => showBuy(earlier),
  reviewPayment: ({ payment, wallet, message }) => showReview(payment, wallet, message),
  pin: ({ payment, wallet, message }) => showPIN(payment, wallet, message),
  checking: ({ sent }) => showChecking(sent),
  outcome: ({ outcome, payment }) => showOutcome(outcome, payment),
};

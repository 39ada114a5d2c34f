/**
 * The page's offer to the scripts of modules. They import this file and their own, nothing else of
 * the page.
 */
export { endOfFactorWait, mailbox } from "./calls/deployment.js";
export { verifyAssertion } from "./calls/credentials.js";
export { handOver, readHandover, withdrawHandover } from "./calls/handovers.js";
export { readOperation } from "./calls/operations.js";
export { isAnswerLost, Refusal, words } from "./calls/refusal.js";
export { request } from "./calls/request.js";
export { needsRecovery, readSecondFactor, wouldPasskeyWait } from "./calls/secondFactor.js";
export { button, confirm, dismissQuestions, field, relabel, setError } from "./core/controls.js";
export { countdown } from "./core/countdown.js";
export { element, icon } from "./core/element.js";
export { date, moment, wait } from "./core/formats.js";
export { inLanguage, language, locale } from "./core/language.js";
export { register } from "./core/modules.js";
export { go } from "./core/navigator.js";
export { announce, explain, explainAt, isSessionOver, notice } from "./core/notice.js";
export { once } from "./core/once.js";
export { entryName } from "./core/root.js";
export { mainPart, noteScreen, show, showLoaded } from "./core/screen.js";
export { onTheWaySeconds, untilAnswered } from "./core/untilAnswered.js";
export {
  askDocument, canAct, canHandOver, isByPhonePIN, NotWhatWasAsked, untilOfWait, wayOf, wordsOfWait,
} from "./documents/askDocument.js";
export { answers, isSame, isWordForWord } from "./documents/compare.js";
export { amountOf, fieldOf } from "./documents/fields.js";
export { shownValue } from "./documents/showValue.js";
export { wordsOfLimit } from "./documents/smallPayments.js";
export { readableDocument } from "./documents/readDocument.js";
export { rowList, shownTime, slip } from "./documents/slip.js";
export { handOverPanel, showHandOverEnd } from "./parts/handOverPanel.js";
export { wordsOfNewWait } from "./parts/newFactor.js";
export { concernsPIN, isPIN, penalty, pinInput } from "./parts/pinEntry.js";
export { unusableWays } from "./parts/unusableWays.js";
export { heldUntil, holdBack, isHeld } from "./passkeys/holdBack.js";
export { hasPasskeys, PromptFailed, usePasskey } from "./passkeys/prompt.js";
export { account, lastAccount } from "./session/account.js";
export { forgetHere, keepHere, keptHere } from "./session/windowMemory.js";
export { texts } from "./texts.js";
export { begin, record } from "./timeline/record.js";

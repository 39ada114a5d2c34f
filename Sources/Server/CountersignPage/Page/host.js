/**
 * The page's offer to a host's own page at the same origin: approvals and the set-up of a passkey
 * as dialogs, in the session that the host has opened (`Countersign.openSession`) and handed to the
 * browser (`Countersign.cookie`).
 *
 * ```js
 * import { approve, fieldOf } from "/auth/page/host.js";
 *
 * const outcome = await approve("SEND_TRANSFER", transfer, (document) =>
 *   fieldOf(document, "amount")?.value.minorUnits === transfer.amount);
 * ```
 *
 * The style sheet `host.css` lies beside it, in a cascade layer: each rule of the host's comes first.
 */
export { handOver } from "./calls/handovers.js";
export { readOperation } from "./calls/operations.js";
export { words } from "./calls/refusal.js";
export { request } from "./calls/request.js";
export { readSecondFactor } from "./calls/secondFactor.js";
export { endSession } from "./calls/session.js";
export { register } from "./core/modules.js";
export { approve } from "./dialogs/approvalDialog.js";
export { setUpPasskey } from "./dialogs/passkeyDialog.js";
export { fieldOf } from "./documents/fields.js";
export { shownValue } from "./documents/showValue.js";
export { handOverPanel } from "./parts/handOverPanel.js";

import { hasUsablePhone, needsRecovery } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { notice } from "../../core/notice.js";
import { showLoaded } from "../../core/screen.js";
import { askDocument, wayOf, wordsOfWait } from "../../documents/askDocument.js";
import { isOfChange } from "../../documents/factorChange.js";
import { slip } from "../../documents/slip.js";
import { readPasskeysWait } from "../../parts/newFactor.js";
import { proofWays } from "../../parts/proofWays.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Has the person prove a factor for one change of the account's security, which the screen shows as
 * the server will make it.
 *
 * @param {object} asked
 * @param {object} asked.factors the second factor as it stands
 * @param {string} asked.activity what the timeline calls it
 * @param {import("../../documents/factorChange.js").FactorChange} asked.change
 * @param {string} [asked.named] what the page calls the passkey or phone that is changed
 * @param {string} [asked.called] what its person calls a passkey, of which the document has no name
 * @param {(proof: object) => Promise<() => void>} asked.make makes the change with the proof, and
 *   gives what is shown then; whoever has left is asked for no more, and brought back by nothing
 * @param {() => Promise<void>} [asked.leave] where to go without: to Security unless told
 */
export function showConfirmFactor(asked) {
  const { change, named, activity } = asked;
  begin(activity);
  return showLoaded(
    { title: texts.security.confirm, place: "security" },
    () => Promise.all([
      askDocument(
        "MANAGE_FACTORS", change, texts.timeline.compare,
        (document) => isOfChange(document, change, named)),
      readPasskeysWait(),
    ]),
    ([linked, wait]) => draw(asked, linked, wait));
}

function draw(asked, linked, wait) {
  const { change, called, factors, activity, make } = asked;
  const { leave = () => go({ to: "security" }) } = asked;
  const { root, say } = notice();
  const back = { to: "confirmFactor", ...asked };
  const ways = proofWays({
    action: { scenario: "MANAGE_FACTORS", payload: change },
    linked, factors, activity, wait, place: "security", give: make,
    blocked: (fresh) => (lost.hidden = !needsRecovery(fresh)), back: () => go(back),
    labels: {
      passkey: texts.security.confirmPasskey, pin: texts.security.confirmPIN,
      codes: factors.hasTwoFactor ? texts.security.confirmApp : texts.security.confirmCodes,
    },
  }, say);
  if (ways.isEmpty) {
    say(wordsOfWait(linked.ways) ?? wordsOfNone(change, factors, linked.ways), "plain");
  }
  // A phone that can be used is not lost: what it does is said above.
  const lost = button(hasUsablePhone(factors) ? texts.recovery.lostPhone : texts.recovery.lost, {
    kind: hasUsablePhone(factors) ? "quiet wide" : "wide", hidden: !ways.isEmpty,
    onclick: () => go({ to: "recovery", place: "security", back }),
  });
  return {
    content: [
      element("p", { class: "lead" }, texts.security.confirmText),
      slip(linked.document, { more: called ? [[texts.rename.label, called]] : [] }), root,
      element(
        "div", { class: "stack" }, ...ways.content, lost,
        button(texts.back, { kind: "quiet wide", onclick: () => leave() }),
      ),
    ],
    gone: ways.gone,
  };
}

/** The changes that the app on a phone makes, confirmed there. */
const changesOnPhone = new Set([
  "addDeviceByLink", "removeDevice", "removePasskey", "addAuthenticatorApp",
  "removeAuthenticatorApp", "setPhone",
]);

/** The words for a change that nothing confirms here, with what does. */
function wordsOfNone({ change }, factors, ways) {
  const { hasPasskey, isDevicePINBlocked } = factors;
  const { unprovable, onPhone, passkeyByApp, passkeyNeedless } = texts.security;
  // Beside a phone that still waits the app's code is enough; beside any other it is too weak.
  const lacksApp = wayOf(ways, "validateCode")?.reason === "channel_missing";
  const byPhone = hasUsablePhone(factors);
  const next = byPhone && changesOnPhone.has(change) ? onPhone
    : hasPasskey ? texts.confirming.elsewhere
      : isDevicePINBlocked && !byPhone ? texts.approve.phoneBlocked
        : !byPhone || change !== "addPasskey" ? null : lacksApp ? passkeyByApp : passkeyNeedless;
  return [unprovable, next].filter(Boolean).join(" ");
}

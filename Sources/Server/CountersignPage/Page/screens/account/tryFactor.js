import { canAddFactor, testFactor } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { notice } from "../../core/notice.js";
import { showLoaded } from "../../core/screen.js";
import { askDocument, wordsOfWait } from "../../documents/askDocument.js";
import { slip } from "../../documents/slip.js";
import { readPasskeysWait } from "../../parts/newFactor.js";
import { proofWays } from "../../parts/proofWays.js";
import { hasNoFields } from "../../passkeys/prove.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Has the person try how they approve, without a payment: the server verifies the proof as any
 * other.
 *
 * @param {object} factors the second factor as it stands
 */
export function showTryFactor(factors) {
  begin("tryFactor");
  return showLoaded(
    { title: texts.tryFactor.title, place: "security" },
    () => Promise.all([
      askDocument("TEST_BIOMETRICS", {}, texts.timeline.compare, hasNoFields), readPasskeysWait(),
    ]),
    ([linked, wait]) => draw(factors, linked, wait));
}

function draw(factors, linked, wait) {
  const { root, say } = notice();
  const key = crypto.randomUUID();
  const ways = proofWays({
    action: { scenario: "TEST_BIOMETRICS", payload: {} }, linked, factors, wait,
    activity: "tryFactor", place: "security", back: () => go({ to: "tryFactor", factors }),
    give: async (proof) => {
      const answer = await testFactor(proof, key);
      if (answer.reason === "otp_required") return { texted: answer };
      const { done, doneOnPhone } = texts.tryFactor;
      const isOnPhone = "verificationToken" in proof;
      return () => go({ to: "security", done: isOnPhone ? doneOnPhone : done });
    },
    labels: {
      passkey: texts.security.confirmPasskey, pin: texts.security.confirmPIN,
      codes: factors.hasTwoFactor ? texts.security.confirmApp : texts.security.confirmCodes,
    },
  }, say);
  if (ways.isEmpty) {
    const { nothing, nothingYet } = texts.tryFactor;
    say(wordsOfWait(linked.ways) ?? (canAddFactor(factors) ? nothingYet : nothing), "plain");
  }
  return {
    content: [
      element("p", { class: "lead" }, texts.tryFactor.lead), slip(linked.document), root,
      element(
        "div", { class: "stack" }, ...ways.content,
        button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "security" }) }),
      ),
    ],
    gone: ways.gone,
  };
}

import { readRecovery } from "../../calls/recovery.js";
import {
  canAddFactor, hasUsablePhone, isAddedByCode, readSecondFactor,
} from "../../calls/secondFactor.js";
import { raiseSession } from "../../calls/session.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { moment } from "../../core/formats.js";
import { askSignOut } from "../../core/navigation.js";
import { go } from "../../core/navigator.js";
import { notice } from "../../core/notice.js";
import { showLoaded } from "../../core/screen.js";
import { askDocument } from "../../documents/askDocument.js";
import { readPasskeysWait } from "../../parts/newFactor.js";
import { proofWays } from "../../parts/proofWays.js";
import { hasPasskeys } from "../../passkeys/prompt.js";
import { hasNoFields } from "../../passkeys/prove.js";
import { account } from "../../session/account.js";
import { enter } from "../../session/enter.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Raises a session that is worth too little for what was asked: a mailed code alone shows nothing
 * of an account that has factors. Then the person is back at the place of the address. Where what the
 * account had is on hold, no proof raises it yet: the person is told from when on one does.
 *
 * @param {"weak"|"strong"} level what the session has to be worth: for `strong` a passkey
 */
export function showOneMoreStep(level) {
  begin("oneMoreStep");
  return showLoaded(
    { title: texts.oneMoreStep.title, place: placeOf(level) }, () => load(level),
    (known) => draw(level, known));
}

/** A session that may see nothing leads nowhere. */
const placeOf = (level) => (level === "weak" ? null : "security");

async function load(level) {
  const [factors, recovery, linked, wait] = await Promise.all([
    readSecondFactor(), readRecovery(),
    askDocument("SIGN_IN", {}, texts.timeline.compare, hasNoFields),
    // A session that may see nothing of the account is told of no passkey either.
    level === "strong" ? readPasskeysWait() : null,
  ]);
  return { factors, recovery, linked, wait };
}

function draw(level, { factors, recovery, linked, wait }) {
  if (factors.isOnHold) return drawHold(factors);
  const { root, say } = notice();
  const isWeak = level === "weak";
  const back = { to: "oneMoreStep", level };
  const key = crypto.randomUUID();
  const ways = proofWays({
    action: { scenario: "SIGN_IN", payload: {} },
    linked, factors, wait, activity: "oneMoreStep", place: placeOf(level), isPasskeyOnly: !isWeak,
    give: (proof) => raise(proof, key, level, say), back: () => go(back),
    labels: {
      passkey: texts.oneMoreStep.passkey, elsewhere: texts.oneMoreStep.passkeyElsewhere,
      pin: texts.oneMoreStep.pin,
      codes: factors.hasTwoFactor ? texts.oneMoreStep.app : texts.oneMoreStep.codes,
    },
  }, say);
  const phone = button(texts.oneMoreStep.phone, {
    kind: "wide", icon: "phone",
    hidden: !isWeak || !(factors.hasDevicePIN || factors.hasDeviceKeysOnly),
    onclick: () => go({ to: "phoneSignIn", back }),
  });
  if (ways.isEmpty && phone.hidden) sayNothingHere(level, factors, wait, say);
  return {
    content: [
      element(
        "p", { class: "lead" }, isWeak ? texts.oneMoreStep.lead
          : factors.hasPasskey ? texts.oneMoreStep.leadStrong : texts.oneMoreStep.leadNoPasskey),
      isWeak ? kindsOf(factors) : null,
      root,
      element(
        "div", { class: "stack" }, ...ways.content, phone,
        button(
          recovery.status === "none" ? texts.recovery.lost : texts.recovery.underWay,
          {
            kind: "wide", icon: recovery.status === "none" ? "warning" : "clock",
            onclick: () => go({ to: "recovery", place: placeOf(level), back }),
          }),
        isWeak
          ? button(texts.signOut, { kind: "quiet wide", icon: "signOut", onclick: askSignOut })
          : button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "security" }) }),
      ),
    ].filter(Boolean),
    gone: ways.gone,
  };
}

/** What was there is on hold, and nothing that came since counts yet. */
function drawHold(factors) {
  const isFirst = isAddedByCode(factors);
  const { onHoldUntil } = factors;
  const wait = onHoldUntil ? texts.onHold.until(moment(onHoldUntil)) : texts.onHold.forNow;
  return {
    content: [
      element("h2", {}, texts.onHold.title),
      element("p", { class: "lead" }, texts.onHold.lead),
      element("p", {}, isFirst ? texts.onHold.first : wait),
      element("p", { class: "hint" }, texts.onHold.undo),
      element(
        "div", { class: "stack" },
        isFirst && hasPasskeys() && button(texts.onHold.passkey, {
          kind: "primary wide", icon: "passkey", onclick: () => go({ to: "offerPasskey" }),
        }),
        isFirst && button(texts.onHold.pin, {
          kind: "wide", icon: "pin", onclick: () => go({ to: "setPIN", factors }),
        }),
        button(texts.signOut, { kind: "quiet wide", icon: "signOut", onclick: askSignOut }),
      ),
    ],
  };
}

/** The kinds of factors that the account has, also those that are of no use here. */
function kindsOf(factors) {
  const {
    hasPasskey, hasDeviceKeysOnly, hasPIN, hasDevicePIN, hasTwoFactor, isBlocked,
  } = factors;
  const { kinds } = texts.oneMoreStep;
  const shown = [
    hasPasskey && ["passkey", kinds.passkey],
    hasDevicePIN && ["phone", kinds.phone],
    hasDeviceKeysOnly && !hasDevicePIN && ["phone", kinds.phoneWithoutPIN],
    hasPIN && ["pin", isBlocked ? kinds.pinBlocked : kinds.pin],
    hasTwoFactor && ["clock", kinds.app],
  ].filter(Boolean);
  if (shown.length === 0) return null;
  return element(
    "ul", { class: "points", "aria-label": kinds.label },
    ...shown.map(([symbol, text]) => element("li", {}, icon(symbol), text)));
}

function sayNothingHere(level, factors, wait, say) {
  const { needsPasskey, nothing, onPhone, notBefore } = texts.oneMoreStep;
  if (wait !== null) {
    say(`${wait} ${hasUsablePhone(factors) ? onPhone : notBefore}`, "plain");
  } else if (level === "strong") {
    say([needsPasskey, otherThanPasskey(factors)].join(" ").trim(), "plain");
  }
  else if (!factors.hasPasskey) say(nothing, "plain");
  else say(texts.biometricUnavailable, "plain", element("p", {}, nothing));
}

/** The ways in place of a passkey that cannot be used here. */
function otherThanPasskey(factors) {
  const { onPhone, addPasskey } = texts.oneMoreStep;
  if (hasUsablePhone(factors)) return onPhone;
  if (factors.hasPasskey) return texts.confirming.elsewhere;
  if (factors.isDevicePINBlocked) return texts.approve.phoneBlocked;
  return canAddFactor(factors) ? addPasskey : "";
}

async function raise(proof, key, level, say) {
  const answer = await raiseSession(proof, key);
  if (answer.reason === "otp_required") return { texted: answer };
  // A passkey that is new, or that counts for less here, raises a session no further.
  const isTooWeak = level === "strong" && answer.accountID === undefined;
  return () => (isTooWeak ? say(texts.oneMoreStep.tooWeak) : enter(account()));
}

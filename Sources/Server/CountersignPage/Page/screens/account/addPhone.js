import { claimLink, makeEnrolLink } from "../../calls/links.js";
import { Refusal } from "../../calls/refusal.js";
import { isAddedByCode, listDevices, readSecondFactor } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show, showLoaded } from "../../core/screen.js";
import { linkPanel } from "../../parts/linkPanel.js";
import { readUnclaimedPhones } from "../../session/claimNotice.js";
import { claims, forgetClaim, isGood, keepClaim } from "../../session/claims.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Adds a phone: an account that has a factor proves one first; the phone of another asks for a
 * mailed code.
 *
 * @param {object} factors the second factor as it stands
 */
export function showAddPhone(factors) {
  if (!isAddedByCode(factors)) {
    return go({
      to: "confirmFactor", factors, activity: "phone", change: { change: "addDeviceByLink" },
      make: async (proof) => {
        const link = await makeEnrolLink(proof);
        return () => show({ ...head, ...draw(link, factors, false) });
      },
    });
  }
  begin("phone");
  return showLoaded(head, () => makeEnrolLink(), (link) => draw(link, factors, true));
}

const head = { title: texts.addPhone.title, place: "security" };

function draw(link, factors, needsCode) {
  // From now on: a phone may use it after this screen was loaded again, or left.
  keepClaim(link);
  const panel = linkPanel(link, {
    label: texts.addPhone.codeLabel,
    steps: needsCode ? texts.addPhone.stepsWithCode : texts.addPhone.steps,
    confirmed: () => {
      keepClaim(link, { isUsed: true });
      return showWhosePhone();
    },
    over: (ending) => go({
      to: "linkOver", ending, place: "security", again: { to: "addPhone", factors },
      back: { to: "security" },
    }),
  });
  return {
    content: [
      element("p", { class: "lead" }, texts.addPhone.lead),
      factors.hasPIN && element("p", {}, texts.addPhone.endsPIN), ...panel.content,
      button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "security" }) }),
    ],
    gone: panel.gone,
    // This link has ended with its screen.
    again: () => go({ to: "addPhone", factors }),
  };
}

/**
 * Asks whose the phone is: somebody who photographed the code may have been first. The question
 * comes again after a reload, a sign-out and the way back, until it is answered.
 */
export function showWhosePhone() {
  return showLoaded(
    {
      title: texts.addPhone.whose, place: "security",
      symbol: element("span", { class: "symbol" }, icon("phone")),
    },
    async () => {
      const [phone, factors] = await Promise.all([readNewPhone(), factorsIfKnown()]);
      return { phone, factors };
    }, drawWhosePhone);
}

/** The second factor as it stands; null where the server does not say. */
const factorsIfKnown = () => readSecondFactor().catch(() => null);

/** The one phone that waits for the answer; null where that is not known. */
async function readNewPhone() {
  // The question is asked all the same.
  const waiting = await readUnclaimedPhones().catch(() => []);
  return waiting.length === 1 ? waiting[0] : null;
}

function drawWhosePhone({ phone, factors }) {
  const { root, say } = notice();
  const controls = () => [yes, no];
  const yes = button(texts.addPhone.yes, {
    kind: "primary wide", icon: "check", onclick: once(controls, () => claim(true)),
  });
  const no = button(texts.addPhone.no, {
    kind: "wide refuse", icon: "deny", onclick: once(controls, () => claim(false)),
  });

  async function claim(isMine) {
    say(null);
    const isHere = noteScreen();
    let done;
    try {
      if (!(await answer(isMine))) done = await wordsOfOver(isMine);
      else done = isMine ? await wordsOfAdded() : texts.addPhone.removed;
    } catch (error) {
      return explain(error, say);
    }
    if (isHere()) go({ to: "security", done });
  }

  /**
   * Gives the answer for the first link whose phone waits for one.
   *
   * @returns {Promise<boolean>} false where none does: it was answered before, or the phone was
   *   removed meanwhile, so that the list shows how it is
   */
  async function answer(isMine) {
    for (const link of claims()) {
      try {
        await claimLink(link, isMine);
        forgetClaim(link.id);
        return true;
      } catch (error) {
        const isOver = error instanceof Refusal && error.reason === "link_over";
        if (!isOver) throw error;
        if (link.isUsed || !isGood(link)) forgetClaim(link.id);
      }
    }
    return false;
  }

  /** That the phone is added, and what that makes of the PIN that was set here. */
  async function wordsOfAdded() {
    const { added, addedEndsPIN, addedKeepsPIN } = texts.addPhone;
    const now = factors?.hasPIN ? await factorsIfKnown() : null;
    if (!now?.hasDevicePIN) return added;
    return now.hasPIN ? addedKeepsPIN : addedEndsPIN;
  }

  async function wordsOfOver(isMine) {
    const { added, removed, removedMeanwhile, removeHere } = texts.addPhone;
    const devices = phone && await listDevices().catch(() => null);
    if (!devices) return removeHere;
    const isThere = devices.some(({ id }) => id === phone.id);
    if (isMine) return isThere ? added : removedMeanwhile;
    return isThere ? removeHere : removed;
  }

  return {
    content: [
      element("p", { class: "lead" }, texts.addPhone.whoseText(phone?.name)),
      element("p", {}, texts.addPhone.howToTell),
      factors?.hasPIN && factors.hasDevicePIN && element("p", {}, texts.addPhone.endsPIN), root,
      element("div", { class: "stack" }, yes, no),
    ],
  };
}

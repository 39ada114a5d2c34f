import { claimLink, makeEnrolLink } from "../../calls/links.js";
import { Refusal } from "../../calls/refusal.js";
import { isAddedByCode, listDevices } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show, showLoaded } from "../../core/screen.js";
import { linkPanel } from "../../parts/linkPanel.js";
import { claimName } from "../../session/enter.js";
import { forgetHere, keepHere } from "../../session/windowMemory.js";
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
  const panel = linkPanel(link, {
    label: texts.addPhone.codeLabel,
    steps: needsCode ? texts.addPhone.stepsWithCode : texts.addPhone.steps,
    confirmed: () => showWhosePhone(link),
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
  };
}

/**
 * Asks whose the phone is: somebody who photographed the code may have been first. The question
 * comes again after a reload, until it is answered.
 *
 * @param {Pick<import("../../calls/links.js").Link, "id"|"watchSecret">} link
 */
export function showWhosePhone(link) {
  keepHere(claimName, { id: link.id, watchSecret: link.watchSecret });
  return showLoaded(
    {
      title: texts.addPhone.whose, place: "security",
      symbol: element("span", { class: "symbol" }, icon("phone")),
    }, readNewPhone, (phone) => drawWhosePhone(link, phone));
}

/** The one phone that waits for the answer; null where that is not known. */
async function readNewPhone() {
  // The question is asked all the same.
  const devices = await listDevices().catch(() => []);
  const waiting = devices.filter(({ isWaiting, waitsUntil }) => isWaiting && !waitsUntil);
  return waiting.length === 1 ? waiting[0] : null;
}

function drawWhosePhone(link, phone) {
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
    let done = isMine ? texts.addPhone.added : texts.addPhone.removed;
    try {
      await claimLink(link, isMine);
    } catch (error) {
      // It was answered before, or the phone was removed meanwhile: the list shows how it is.
      const isOver = error instanceof Refusal && error.reason === "link_over";
      if (!isOver) return explain(error, say);
      done = await wordsOfOver(isMine);
    }
    forgetHere(claimName);
    if (isHere()) go({ to: "security", done });
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
      element("p", {}, texts.addPhone.howToTell), root,
      element("div", { class: "stack" }, yes, no),
    ],
  };
}

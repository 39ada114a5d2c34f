import { requestActionCode } from "../calls/codes.js";
import { button } from "../core/controls.js";
import { element } from "../core/element.js";
import { noteScreen, show } from "../core/screen.js";
import { texts } from "../texts.js";
import { codeForm } from "./codeForm.js";

/**
 * @typedef {object} CodesAsked
 * @property {{scenario: string, payload: object}} action what the codes prove
 * @property {string|null} place the entry of the navigation that the screens belong to
 * @property {(proof: object) => Promise<(() => void)|{texted: object}>} give uses the proof, and
 *   gives what is shown then; or says that another code was texted
 * @property {() => void} back
 */

/**
 * Has a code mailed, and asks for it and for another: that of an authenticator app beside it, or
 * one that is texted after it.
 *
 * @param {CodesAsked} asked
 * @throws what the request for the code does
 */
export async function askForCodes(asked) {
  const isHere = noteScreen();
  const request = await requestActionCode(asked.action);
  if (isHere()) showMailed(asked, request);
}

function showMailed(asked, request) {
  const withApp = request.second === "twoFactorCode";
  const form = codeForm(
    request, () => requestActionCode(asked.action),
    (validateCode, _, twoFactorCode) => give(
      asked, withApp ? { validateCode, twoFactorCode } : { validateCode }),
    {
      asked: { purpose: "approve" },
      label: texts.approve.mailedCode,
      second: withApp ? texts.approve.appCode : null,
      wrong: withApp ? texts.approve.wrongCodes : texts.code.wrong,
    });
  showForm(asked, form, {
    title: withApp ? texts.approve.codesTitle : texts.code.title,
    lead: texts.code.leadTo(request.destination),
    again: () => showMailed(asked, request),
  });
}

function showTexted(asked, mailed, texted) {
  const form = codeForm(
    texted, () => requestActionCode(asked.action, "sms"), (otp) => give(asked, { ...mailed, otp }),
    {
      asked: { purpose: "approve", channel: "sms" }, label: texts.approve.textedCode,
      wrong: texts.approve.wrongText,
    });
  showForm(asked, form, {
    title: texts.approve.textTitle, lead: texts.approve.texted(texted.destination),
    // The mailed code is kept nowhere.
    again: asked.back,
  });
}

async function give(asked, codes) {
  const isHere = noteScreen();
  const next = await asked.give(codes);
  if (!isHere()) return;
  if (typeof next === "function") next();
  else showTexted(asked, codes, next.texted);
}

const showForm = ({ place, back }, form, { title, lead, again }) => show({
  title, place, again,
  content: [
    element("p", { class: "lead" }, lead), ...form.content,
    element("p", { class: "aside" }, button(texts.back, { kind: "link", onclick: back })),
  ],
  gone: form.gone,
});

import { requestSignUp } from "../calls/requestSignUp.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { field } from "../core/field.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen, show } from "../core/screen.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showSignInCode } from "./signInCode.js";
import { showWelcome } from "./welcome.js";

/** Creates an account: name and address, then the code. */
export function showSignUp() {
  const { root, say } = notice();
  const name = field({
    id: "name", label: texts.signUp.name, type: "text", autocomplete: "name", required: true,
    maxlength: 64, autocapitalize: "words",
  });
  const email = field({
    id: "email", label: texts.signUp.email, type: "email", autocomplete: "email", required: true,
  });
  const submit = element("button", { type: "submit", class: "primary wide" }, texts.signUp.submit);

  async function send() {
    begin("signUp");
    const userName = email.input.value.trim();
    const ask = () => requestSignUp(userName, name.input.value.trim());
    const isHere = noteScreen();
    try {
      const request = await ask();
      if (isHere()) showSignInCode(texts.code.leadSignUp(userName), request, ask);
    } catch (error) {
      explain(error, say);
    }
  }

  show({
    title: texts.signUp.title,
    content: [
      element("p", { class: "lead" }, texts.signUp.lead),
      root,
      element("form", { onsubmit: once(() => [submit], send) }, name.root, email.root, submit),
      element(
        "p", { class: "aside" }, texts.signUp.haveOne, " ",
        button(texts.signUp.signIn, { kind: "link", onclick: () => showWelcome() }),
      ),
    ],
  });
}

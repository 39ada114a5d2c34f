import { requestOwnCode } from "../calls/requestOwnCode.js";
import { button } from "../core/button.js";
import { element, icon } from "../core/element.js";
import { explain } from "../core/explain.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { noteScreen, show } from "../core/screen.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showRegisterCode } from "./registerCode.js";

/** Offers a passkey to an account that has no factor yet. */
export function showOfferPasskey() {
  const { root, say } = notice();
  const setUp = button(texts.passkey.setUp, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [setUp], start),
  });

  async function start() {
    begin("passkey");
    const isHere = noteScreen();
    try {
      const request = await requestOwnCode("register");
      if (isHere()) showRegisterCode(request);
    } catch (error) {
      explain(error, say);
    }
  }

  show({
    title: texts.passkey.title,
    place: "security",
    symbol: element("span", { class: "symbol" }, icon("passkey")),
    content: [
      element("p", { class: "lead" }, texts.passkey.lead),
      element(
        "ul", { class: "points" },
        ...texts.passkey.points.map((point) => element("li", {}, icon("check"), point)),
      ),
      root,
      setUp,
      button(texts.passkey.later, { kind: "quiet wide", onclick: () => open("home") }),
    ],
  });
}

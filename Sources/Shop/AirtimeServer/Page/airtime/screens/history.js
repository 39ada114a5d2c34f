import { begin, showLoaded } from "../../page.js";
import { listTopUps } from "../calls/topUps.js";
import { paymentList } from "../parts/paymentList.js";
import { texts } from "../texts.js";

/** All payments, newest first. */
export function showHistory() {
  begin("history");
  const head = { title: texts.history.title, place: "history" };
  return showLoaded(head, () => listTopUps(), (topUps) => {
    const list = paymentList(topUps, texts.history.none);
    return { content: [list.root], gone: list.stop };
  });
}

import { listTopUps } from "../calls/listTopUps.js";
import { showLoaded } from "../core/loading.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { paymentList } from "./paymentList.js";

/** All payments, newest first. */
export function showHistory() {
  begin("history");
  return showLoaded({ title: texts.history.title, place: "history" }, () => listTopUps(), (topUps) => {
    const list = paymentList(topUps, texts.history.none);
    return { content: [list.root], gone: list.stop };
  });
}

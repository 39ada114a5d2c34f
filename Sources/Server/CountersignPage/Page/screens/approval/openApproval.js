import { go } from "../../core/navigator.js";
import { showLoaded } from "../../core/screen.js";
import { openReview } from "../../reviews/openReview.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Opens a transaction by its id alone: after a reload, and after what was set up on the way to it.
 *
 * @param {string} id
 * @param {string} [done] what has just been done
 */
export function showOpenApproval(id, done) {
  begin("approve");
  return showLoaded(
    { title: texts.waiting.title, place: "home" }, () => openReview(id), (opened) => {
      go({ ...opened, done });
      return { content: [] };
    });
}

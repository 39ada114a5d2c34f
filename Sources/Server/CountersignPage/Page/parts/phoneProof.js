import { handOver } from "../calls/handovers.js";
import { button } from "../core/controls.js";
import { explain, notice } from "../core/notice.js";
import { noteScreen, showLoaded } from "../core/screen.js";
import { slip } from "../documents/slip.js";
import { texts } from "../texts.js";
import { handOverPanel, showHandOverEnd } from "./handOverPanel.js";

/**
 * Has an action approved on the person's phone, and uses the proof that comes of it.
 *
 * @param {import("./proofWays.js").ProofAsked} asked
 */
export function showPhoneProof(asked) {
  const { action, place } = asked;
  return showLoaded(
    { title: texts.handover.title, place },
    () => handOver(action.scenario, action.payload),
    (handover) => draw(asked, handover));
}

function draw(asked, handover) {
  const { root, say } = notice();
  const document = slip(asked.linked.document);
  const again = button(texts.handover.again, {
    kind: "wide", icon: "phone", hidden: true, onclick: () => showPhoneProof(asked),
  });
  const back = button(texts.back, { kind: "quiet wide", onclick: asked.back });
  const panel = handOverPanel(handover, {
    approved: give,
    over: (_, ending) => {
      again.hidden = false;
      showHandOverEnd(ending, { place: asked.place, content: [document, again, back] });
    },
    failed: fail,
    lost: (words) => say(words, "plain"),
  });

  async function give(proof) {
    const isHere = noteScreen();
    try {
      const next = await asked.give(proof);
      if (isHere()) next();
    } catch (error) {
      if (isHere()) fail(error);
    }
  }

  function fail(error) {
    again.hidden = false;
    explain(error, say);
  }

  return { content: [document, root, ...panel.content, again, back], gone: panel.gone };
}

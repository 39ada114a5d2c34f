import { element, icon } from "../core/element.js";
import { duration } from "../core/moments.js";
import { texts } from "../texts.js";
import { onRecord } from "./record.js";

/** Draws the timeline beside the screens, each time that a step begins or ends. */
export function drawTimeline() {
  const list = element("div", { class: "activities" });
  const isWide = window.matchMedia("(min-width: 60rem)");
  const details = element(
    "details", { open: isWide.matches },
    element(
      "summary", {},
      icon("timeline"), element("h2", { id: "timeline-title" }, texts.timeline.title),
    ),
    element("p", { class: "hint" }, texts.timeline.lead),
    list,
  );
  isWide.addEventListener("change", () => (details.open = isWide.matches));
  document.getElementById("timeline").append(details);
  onRecord((activities) => {
    const drawn = activities.filter(({ steps }) => steps.length > 0).map(drawActivity);
    list.replaceChildren(
      ...(drawn.length > 0 ? drawn : [element("p", { class: "hint" }, texts.timeline.empty)]));
  });
}

function drawActivity(activity, index) {
  const { name, steps } = activity;
  const start = steps[0].start;
  const end = Math.max(...steps.map((step) => step.end ?? performance.now()));
  const total = Math.max(end - start, 1);
  const local = steps.filter(({ kind }) => kind === "local")
    .reduce((sum, step) => sum + ((step.end ?? end) - step.start), 0);
  const calls = steps.filter(({ kind }) => kind === "network").length;
  const folded = element(
    "details", { class: "activity", open: activity.isOpen ?? index === 0 },
    element(
      "summary", {},
      element("h3", {}, texts.timeline.activities[name]),
      element("span", { class: "totals" }, texts.timeline.calls(calls)),
    ),
    element("ol", {}, ...steps.map((step) => drawStep(step, start, total))),
    element(
      "p", { class: "totals" },
      texts.timeline.totals(texts.timeline.calls(calls), duration(local), duration(total)),
    ),
  );
  // A choice of the person outlives the next drawing.
  folded.firstChild.addEventListener("click", () => (activity.isOpen = !folded.open));
  return folded;
}

function drawStep(step, start, total) {
  const bar = element("span", { class: "span" });
  const end = step.end ?? start + total;
  bar.style.setProperty("--from", `${(100 * (step.start - start)) / total}%`);
  bar.style.setProperty("--length", `${(100 * (end - step.start)) / total}%`);
  const answer = !step.isFailed && step.end !== null ? texts.timeline.answers[step.note] : null;
  const state = step.end === null ? texts.timeline.running
    : step.isFailed && step.kind === "local" ? texts.timeline.given
    : step.isFailed && !step.status ? texts.timeline.failed
    : [step.status, answer].filter(Boolean).join(" · ");
  return element(
    "li",
    { class: `step ${step.kind}${step.isFailed ? " failed" : ""}${step.end ? "" : " running"}` },
    element("span", { class: "at" }, `T+${((step.start - start) / 1000).toFixed(2)}`),
    element("span", { class: "what" }, step.what),
    element("span", { class: "kind" }, texts.timeline[step.kind]),
    element("span", { class: "track", "aria-hidden": "true" }, bar),
    element(
      "span", { class: "state" },
      [state, step.end === null ? null : duration(step.end - step.start)].filter(Boolean).join(" · "),
    ),
  );
}

import { element, icon, placeRows } from "../core/element.js";
import { duration } from "../core/formats.js";
import { entryName } from "../core/root.js";
import { texts } from "../texts.js";
import { onRecord } from "./record.js";

/** Kept from when the person has opened or closed the timeline: it stays so. */
const entry = entryName("timeline");

/**
 * Draws the timeline beside the screens, each time that a step begins or ends: a view for
 * developers.
 */
export function drawTimeline() {
  const list = element("div", { class: "activities" });
  const isWide = window.matchMedia("(min-width: 60rem)");
  const isOpen = () => {
    const chosen = localStorage.getItem(entry);
    return chosen === null ? isWide.matches : chosen === "open";
  };
  const details = element(
    "details", { open: isOpen() },
    element(
      "summary", {},
      icon("timeline"), element("h2", { id: "timeline-title" }, texts.timeline.title),
    ),
    element("p", { class: "hint" }, texts.timeline.lead),
    list,
  );
  details.firstChild.addEventListener("click", () =>
    localStorage.setItem(entry, details.open ? "closed" : "open"));
  isWide.addEventListener("change", () => (details.open = isOpen()));
  document.getElementById("timeline").append(details);
  const empty = element("p", { class: "hint" }, texts.timeline.empty);
  /** The drawn activities, which stay: a summary may have the focus. */
  const drawn = new Map();
  onRecord((activities) => {
    const shown = activities.filter(({ steps }) => steps.length > 0);
    for (const activity of drawn.keys()) if (!shown.includes(activity)) drawn.delete(activity);
    for (const activity of shown) {
      if (!drawn.has(activity)) drawn.set(activity, activityRow(activity));
    }
    shown.forEach((activity, index) => drawn.get(activity).draw(index));
    const rows = shown.map((activity) => drawn.get(activity).root);
    placeRows(list, rows.length > 0 ? rows : [empty]);
  });
}

function activityRow(activity) {
  const { name } = activity;
  const calls = element("span", { class: "totals" });
  const steps = element("ol", {});
  const totals = element("p", { class: "totals" });
  const root = element(
    "details", { class: "activity" },
    element("summary", {}, element("h3", {}, texts.timeline.activities[name]), calls),
    steps, totals,
  );
  // A choice of the person outlives the next drawing.
  root.firstChild.addEventListener("click", () => (activity.isOpen = !root.open));
  return {
    root,
    draw: (index) => {
      root.open = activity.isOpen ?? index === 0;
      drawSteps(activity.steps, { calls, steps, totals });
    },
  };
}

function drawSteps(steps, shown) {
  const start = steps[0].start;
  const end = Math.max(...steps.map((step) => step.end ?? performance.now()));
  const total = Math.max(end - start, 1);
  const local = steps.filter(({ kind }) => kind === "local")
    .reduce((sum, step) => sum + ((step.end ?? end) - step.start), 0);
  const calls = steps.filter(({ kind }) => kind === "network").length;
  shown.calls.textContent = texts.timeline.calls(calls);
  shown.steps.replaceChildren(...steps.map((step) => drawStep(step, start, total)));
  shown.totals.textContent =
    texts.timeline.totals(texts.timeline.calls(calls), duration(local), duration(total));
}

/** A path as pieces between which a line may end: no name in it is broken. */
const breakable = (text) => text.split(/(?<=[/_])/)
  .flatMap((piece, index) => (index === 0 ? [piece] : [element("wbr"), piece]));

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
    element("span", { class: "what" }, ...breakable(step.what)),
    element("span", { class: "kind" }, texts.timeline[step.kind]),
    element("span", { class: "track", "aria-hidden": "true" }, bar),
    element(
      "span", { class: "state" },
      [state, step.end === null ? null : duration(step.end - step.start)]
        .filter(Boolean).join(" · "),
    ),
  );
}

/**
 * @typedef {object} Step
 * @property {"network"|"local"|"person"} kind
 * @property {string} what
 * @property {string|undefined} note a name in `texts.timeline.answers`
 * @property {number} start
 * @property {number|null} end null while it runs
 * @property {number|null} status
 * @property {boolean} isFailed
 */

/** @typedef {{name: string, start: number, steps: Step[]}} Activity */

/** @type {Activity[]} newest first */
const activities = [];
/** The page's own calls. @type {Activity} */
const background = { name: "background", start: 0, steps: [] };
const mostActivities = 4;
const mostSteps = 40;
let changed = () => {};

/** Tells who draws. @param {(activities: Activity[]) => void} draw */
export function onRecord(draw) {
  changed = () => draw([...activities, background]);
  changed();
}

/**
 * Begins what the following steps belong to.
 *
 * @param {string} name a name in `texts.timeline.activities`
 */
export function begin(name) {
  activities.unshift({ name, start: performance.now(), steps: [] });
  activities.length = Math.min(activities.length, mostActivities);
  changed();
}

/** Forgets every step: whoever looks at a locked page learns nothing of what was done. */
export function forget() {
  activities.length = background.steps.length = 0;
  changed();
}

/**
 * Records that a step began.
 *
 * @param {"network"|"local"|"person"} kind
 * @param {string} what
 * @param {string} [note]
 * @param {boolean} [isAside] whether it belongs to nothing that the person does
 * @returns {{end: (result: {status?: number, isFailed?: boolean}) => void}}
 */
export function record(kind, what, note, isAside = false) {
  if (activities.length === 0) begin("open");
  const step = {
    kind, what, note, start: performance.now(), end: null, status: null, isFailed: false,
  };
  const { steps } = isAside ? background : activities[0];
  steps.push(step);
  // Asking again and again fills no memory: the first steps stay, and the last.
  if (steps.length > mostSteps) steps.splice(mostSteps - 5, 1);
  changed();
  return {
    end: ({ status = null, isFailed = false }) => {
      if (step.end !== null) return;
      Object.assign(step, { end: performance.now(), status, isFailed });
      changed();
    },
  };
}

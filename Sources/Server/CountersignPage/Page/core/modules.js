import { texts } from "../texts.js";
import { icons } from "./icons.js";

/**
 * What a module of the server adds to the page.
 *
 * @typedef {object} PageModule
 * @property {Record<string, (given: object) => any>} [screens] what shows each of its screens, by
 *   the name that `go` is given; a name of the page's own stays the page's
 * @property {string[]} [places] entries of the navigation: each is the name of a screen, of an icon
 *   and, in `texts.navigation`, of a label
 * @property {Record<string, import("./icons.js").Icon>} [icons] its drawings; an icon that is in
 *   nobody's table is the class `icon-NAME`, with a mask
 * @property {HomeTile<any>} [home] what it shows at home
 * @property {(how?: {background?: boolean}) =>
 *   Promise<import("../parts/historyList.js").HistoryEntry[]>} [history] reads what it did for the
 *   account; in the background, where nobody asks
 * @property {Record<string, string>} [historyOf] the scenarios of which that has each action: their
 *   approvals on a phone are no entries of their own. Each has the name of the field that stands
 *   below the payee, as in the module's entries: what no phone approved is an entry of the page's
 * @property {(call: {method: string, path: string, body?: object}) => void} [called] is told of
 *   each call of the server before it is made
 * @property {(call: {body?: object, answer: any}) => void} [answered] is told of each call that the
 *   server has answered with a success
 * @property {(how: {fill: (code: string) => void, asked: CodeAsked}) =>
 *   {root: Node, stop: () => void}} [codeHelp] stands above a form that asks for a code, until it
 *   is stopped; `fill` fills one in
 * @property {() => Unfinished|null} [unfinished] what the person left without knowing its outcome
 * @property {object} [texts] texts for tables of the page: labels of places, what a refusal says,
 *   names in the timeline. One with the name of the page's own takes its place
 */

/**
 * The code that a form asks for: what it is for, the channel where it is texted, and to which
 * address where the page knows that.
 *
 * @typedef {{purpose: string, channel?: "sms", to?: string}} CodeAsked
 */

/**
 * A module's part of the home screen, above what the page suggests. `refresh` brings it up to date
 * when something was decided while it is shown; `gone` is called when another screen comes.
 *
 * @template Value
 * @typedef {{load: () => Promise<Value>,
 *   draw: (value: Value) =>
 *     {content: Node[], refresh?: () => Promise<void>, gone?: () => void}}} HomeTile
 */

/**
 * What comes before anything else once the person has signed in: where to go then, and what is said
 * of it until then.
 *
 * @typedef {{destination: import("./navigator.js").Destination, news: string}} Unfinished
 */

/** @type {PageModule[]} */
const modules = [];

/**
 * Adds a module to the page. Its script does that when it is loaded, before the page starts.
 *
 * @param {PageModule} module
 * @throws where another module has a screen of the same name
 */
export function register(module) {
  const taken = screensOfModules();
  for (const name of Object.keys(module.screens ?? {})) {
    if (name in taken) throw new Error(`two modules have the screen ${name}`);
  }
  modules.push(module);
  merge(texts, module.texts ?? {});
  // Those of the page's own stay.
  Object.assign(icons, { ...module.icons, ...icons });
}

function merge(table, more) {
  for (const [name, text] of Object.entries(more)) {
    if (isTable(text) && isTable(table[name])) merge(table[name], text);
    else table[name] = text;
  }
}

const isTable = (value) => typeof value === "object" && value !== null;

/** The screens of all modules by their names. */
export const screensOfModules = () => Object.assign({}, ...modules.map(({ screens }) => screens));

/** The places of all modules. @returns {string[]} */
export const placesOfModules = () => modules.flatMap(({ places = [] }) => places);

/** The parts of the home screen. @returns {HomeTile<any>[]} */
export const homeTiles = () => modules.flatMap(({ home }) => home ?? []);

/** What reads the history of each module. @returns {NonNullable<PageModule["history"]>[]} */
export const historyOfModules = () => modules.flatMap(({ history }) => history ?? []);

/**
 * The scenarios whose actions are in the history of a module, each with the name of the field that
 * stands below the payee.
 *
 * @returns {Record<string, string>}
 */
export const scenariosInHistory = () =>
  Object.assign({}, ...modules.map(({ historyOf }) => historyOf));

/** Tells the modules of a call. @param {Parameters<NonNullable<PageModule["called"]>>[0]} call */
export function tellOfCall(call) {
  for (const { called } of modules) called?.(call);
}

/**
 * Tells the modules of a success.
 *
 * @param {Parameters<NonNullable<PageModule["answered"]>>[0]} call
 */
export function tellOfAnswer(call) {
  for (const { answered } of modules) answered?.(call);
}

/** What helps with a code. @returns {NonNullable<PageModule["codeHelp"]>[]} */
export const codeHelps = () => modules.flatMap(({ codeHelp }) => codeHelp ?? []);

/** What was left unfinished, the first of it. @returns {Unfinished|null} */
export function unfinished() {
  for (const module of modules) {
    const first = module.unfinished?.();
    if (first) return first;
  }
  return null;
}

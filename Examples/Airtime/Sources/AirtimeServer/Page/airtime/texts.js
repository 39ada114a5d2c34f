import { inLanguage } from "../page.js";
import * as de from "./texts/de.js";
import * as en from "./texts/en.js";

/**
 * The texts of the shop's own screens, and those that the page shows outside them, in the page's
 * language.
 */
export const { texts, textsOfPage } = inLanguage({ en, de });

import { inLanguage } from "./core/language.js";
import { texts as de } from "./texts/de.js";
import { texts as en } from "./texts/en.js";

/** Every text that the page shows, in the language that the browser asks for. */
export const texts = inLanguage({ en, de });

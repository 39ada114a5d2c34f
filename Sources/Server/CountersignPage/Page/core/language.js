/** The languages that the page has texts in; the first is for whoever wants none of them. */
const languages = ["en", "de"];

const primary = (tag) => tag.toLowerCase().split("-")[0];

/**
 * The browser's tag of the page's language, with its region where it names one: numbers and dates
 * are written as is usual there.
 *
 * The server chooses a document's language by the same wishes (`Accept-Language`).
 */
export const locale =
  navigator.languages.find((tag) => languages.includes(primary(tag))) ?? languages[0];

/** The page's language, as `html lang` says it. */
export const language = primary(locale);

/**
 * The table of texts for the page's language; English where there is none.
 *
 * @template Table
 * @param {{en: Table} & Record<string, Table>} tables by language
 * @returns {Table}
 */
export const inLanguage = (tables) => tables[language] ?? tables.en;

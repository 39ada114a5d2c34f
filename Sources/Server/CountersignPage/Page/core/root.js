/**
 * The path under which the page and the server's routes stand, without a slash at its end: empty
 * where that is the whole server. The page is told by its own address, since a host may put it
 * anywhere.
 */
export const root = new URL("../..", import.meta.url).pathname.slice(0, -1);

/**
 * The name of an entry in the browser's storage, which all pages of an origin share.
 *
 * @param {string} name
 */
export const entryName = (name) => `countersign.${name}${root}`;

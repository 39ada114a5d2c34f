const namespace = "http://www.w3.org/2000/svg";

/** Light modules around the code, as its standard asks for. */
const quietZone = 4;

/**
 * Draws a QR code. It is dark on white in any colour scheme: not every camera reads the opposite.
 *
 * @param {string[]} rows from the top, `1` for a dark module and `0` for a light one
 * @param {string} label what it is, for those who do not see it
 */
export function qrCode(rows, label) {
  const side = rows.length + 2 * quietZone;
  const dark = rows.flatMap((row, line) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: { length } }) =>
      `M${index + quietZone} ${line + quietZone}h${length}v1h-${length}z`));
  return drawn(
    "svg",
    { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label },
    drawn("rect", { width: side, height: side }),
    drawn("path", { d: dark.join(""), "shape-rendering": "crispEdges" }),
  );
}

function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

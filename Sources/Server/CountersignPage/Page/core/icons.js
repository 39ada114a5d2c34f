/**
 * One icon: its shapes in a square of 24, each an SVG element with its attributes.
 *
 * @typedef {[tag: string, attributes: Record<string, string|number>][]} Icon
 */

/**
 * The icons by their names. They are part of the script: one that is drawn for the first time where
 * the connection is gone needs no file, and each takes the colours of the text around it.
 *
 * @type {Record<string, Icon>}
 */
export const icons = {
  check: [["path", { d: "m5 12.5 4.5 4.5L19 7.5", "stroke-width": 2.2 }]],
  clock: [["circle", { cx: 12, cy: 12, r: 8.5 }], ["path", { d: "M12 7.5V12l3 2" }]],
  copy: [
    ["rect", { x: 8.5, y: 8.5, width: 11.5, height: 11.5, rx: 2 }],
    ["path", { d: "M15.5 8.5V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5" }],
  ],
  deny: [["path", { d: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9 9l6 6M15 9l-6 6" }]],
  history: [["path", { d: "M4 12a8 8 0 1 0 2.6-5.9L4 8.4M4 4v4.4h4.4M12 8v4.3l2.8 1.7" }]],
  home: [["path", { d: "M4 10.8 12 4l8 6.8V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" }]],
  info: [["circle", { cx: 12, cy: 12, r: 8.5 }], ["path", { d: "M12 11v5M12 8h.01" }]],
  mail: [
    ["rect", { x: 3.5, y: 5.5, width: 17, height: 13, rx: 2 }], ["path", { d: "M4 7.5l8 6 8-6" }],
  ],
  passkey: [
    ["circle", { cx: 9, cy: 8, r: 4 }],
    ["path", { d: "M3 20c0-3.6 2.6-6 6-6 1 0 1.9.2 2.7.6" }],
    ["circle", { cx: 17, cy: 13.5, r: 2.5 }],
    ["path", { d: "M17 16v5l1.8-1.3M17 19h1.4" }],
  ],
  phone: [
    ["rect", { x: 6.5, y: 2.5, width: 11, height: 19, rx: 2.5 }],
    ["path", { d: "M10.5 18.5h3" }],
  ],
  pin: [
    ["rect", { x: 3, y: 7, width: 18, height: 10, rx: 2.5 }],
    ["path", { d: "M8 12h.01M12 12h.01M16 12h.01", "stroke-width": 2.6 }],
  ],
  screen: [
    ["rect", { x: 3, y: 4.5, width: 18, height: 12, rx: 2 }], ["path", { d: "M9 20h6M12 16.5V20" }],
  ],
  security: [
    ["path", { d: "M12 3.2 19 6v5.2c0 4.3-2.9 7.7-7 9.6-4.1-1.9-7-5.3-7-9.6V6z" }],
    ["path", { d: "m9 11.8 2.2 2.2 3.9-4.2" }],
  ],
  signOut: [
    ["path", { d: "M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10m-3.5-3.5L20 12l-3.5 3.5" }],
  ],
  timeline: [["path", { d: "M4 6h9M8 12h12M4 18h7", "stroke-width": 2.4 }]],
  warning: [["path", { d: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01" }]],
};

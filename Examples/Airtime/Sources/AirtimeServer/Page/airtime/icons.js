/** The icons of the shop, as those of the page. @type {Record<string, object[]>} */
export const icons = {
  buy: [
    ["rect", { x: 7, y: 3, width: 10, height: 18, rx: 2 }],
    ["path", { d: "M12 8v5m-2.5-2.5h5M11 18h2" }],
  ],
  returned: [["path", { d: "M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3" }]],
};

import { register } from "../page.js";
import { icons } from "./icons.js";
import { readEntries } from "./parts/entries.js";
import { homeTile } from "./parts/homeTile.js";
import { remembered } from "./payment/outcomes.js";
import { screens } from "./screens.js";
import { texts, textsOfPage } from "./texts.js";

register({
  screens,
  places: ["buy"],
  home: homeTile,
  history: readEntries,
  historyOf: { TOP_UP: "recipientPhone" },
  icons,
  unfinished: () => {
    const sent = remembered();
    return sent && { destination: { to: "checking", sent }, news: texts.checking.signIn };
  },
  texts: textsOfPage,
});

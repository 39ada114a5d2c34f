import { learnDeployment } from "./core/deployment.js";
import { isSessionOver, onSessionOver } from "./core/explain.js";
import { watchIdle } from "./core/idle.js";
import { onSignOut, setBadge } from "./core/navigation.js";
import { setPlaces } from "./core/places.js";
import { mayLeave } from "./core/screen.js";
import { readSecondFactor } from "./calls/readSecondFactor.js";
import { remembered } from "./payment/memory.js";
import { onWaiting, pauseWhileUnseen, waitingNow } from "./reviews/waiting.js";
import { showBuy } from "./screens/buy.js";
import { enter, exit } from "./screens/enter.js";
import { showHistory } from "./screens/history.js";
import { showHome } from "./screens/home.js";
import { appLinkPath, showOpenWithApp } from "./screens/openWithApp.js";
import { showSecurity } from "./screens/security.js";
import { showWelcome } from "./screens/welcome.js";
import { account, lastAccount, onOtherAccount } from "./session/account.js";
import { finishSignOut, signOut } from "./session/signOut.js";
import { texts } from "./texts.js";
import { drawTimeline } from "./timeline/draw.js";
import { begin } from "./timeline/record.js";

/** Puts the page together and opens its first screen. */
async function start() {
  drawTimeline();
  if (location.pathname === appLinkPath) return showOpenWithApp();
  setPlaces({
    home: showHome, buy: () => showBuy(), history: showHistory, security: showSecurity,
  });
  // An answer that came after the sign-out is no news.
  onSessionOver(() => account() !== null && leave(texts.welcome.sessionOver));
  onSignOut(leaveForGood);
  // Nothing of an account stays in a window whose cookie is somebody else's.
  onOtherAccount(() => location.reload());
  window.addEventListener("online", finishSignOut);
  watchIdle(askForSession);
  onWaiting(() => setBadge("home", waitingNow().length, texts.waiting.count(waitingNow().length)));
  pauseWhileUnseen();
  begin("open");
  const isEnded = await finishSignOut();
  await learnDeployment();
  const last = lastAccount();
  if (!isEnded) return leave(texts.welcome.signedOutHere, { account: last, isTold: false });
  if (last === null) return showWelcome();
  // Where the server does not answer, home says so and lets the person try again.
  const problem = await readSecondFactor().then(() => null, (error) => error);
  if (isSessionOver(problem)) return leave(texts.welcome.sessionOver, { account: last });
  await enter(last);
}

async function askForSession() {
  const asked = account();
  if (asked === null) return;
  await readSecondFactor({ background: true }).catch((error) => {
    // Somebody else may have signed in meanwhile.
    if (isSessionOver(error) && account() === asked) leave(texts.welcome.sessionOver);
  });
}

async function leaveForGood() {
  const isLeft = await mayLeave({ isSigningOut: true });
  // One question that was asked twice has one answer, given to both.
  if (!isLeft || account() === null) return;
  begin("signOut");
  const told = signOut();
  // At once, and where the server cannot be told all the same: nothing of the account stays.
  const tell = leave(texts.welcome.signedOut);
  if (!(await told)) tell(texts.welcome.signedOutHere, false);
}

/**
 * Shows the first screen to whoever comes next, and says why.
 *
 * @param {string} message
 * @param {{account?: string, isTold?: boolean}} [settings] `isTold` says that the server knows
 * @returns {(message: string, isKnown: boolean) => void} says it anew
 */
function leave(message, { account, isTold = true } = {}) {
  const isChecked = remembered() !== null;
  exit(account);
  const say = showWelcome();
  const tell = (text, isKnown) => {
    const news = isKnown ? texts.welcome.checkAfter : `${texts.welcome.checkAfter} ${text}`;
    say(isChecked ? news : text, "plain");
  };
  tell(message, isTold);
  return tell;
}

await start();

import { learnDeployment } from "./calls/deployment.js";
import { onSecondFactor } from "./calls/secondFactor.js";
import { readSessions } from "./calls/session.js";
import { language } from "./core/language.js";
import { screensOfModules, unfinished } from "./core/modules.js";
import { onSignOut, setBadge } from "./core/navigation.js";
import {
  followAddress, forgetAddress, go, goToStep, keepWork, setScreens, setSignedIn, takeLinkedAddress,
} from "./core/navigator.js";
import { isSessionOver, neededLevel, onSessionOver, onStepNeeded } from "./core/notice.js";
import { root } from "./core/root.js";
import { holdScreens, isLockShown, mayLeave } from "./core/screen.js";
import { onWaiting, pauseWhileUnseen, stopWaiting, waitingNow } from "./reviews/waiting.js";
import { screens } from "./screens.js";
import { account, lastAccount, noteSignedIn, onOtherAccount, whyEnded } from "./session/account.js";
import { enter, exit, keepAddress } from "./session/enter.js";
import { watchSessionEnd } from "./session/ending.js";
import { finishSignOut, signOut } from "./session/signOut.js";
import { isLocked, lockIfLeft, noteFactors, watchTouches } from "./session/softLock.js";
import { forgetAllHere } from "./session/windowMemory.js";
import { texts } from "./texts.js";
import { drawTimeline } from "./timeline/draw.js";
import { begin, forget } from "./timeline/record.js";

/** The address of a link for the app, when a browser opens it. */
const appLinkPath = `${root}/link`;
/** The address of a link to a transaction, where the app that it is meant for is not installed. */
const transactionPath = `${root}/transaction`;
/** The address of a notice's link, which stops the change. */
const stopPath = `${root}/stop`;

/** Puts the page together and opens its first screen. */
async function start() {
  sayLanguage();
  drawTimeline();
  setScreens({ ...screensOfModules(), ...screens });
  if (location.pathname === appLinkPath) return go({ to: "openWithApp" });
  if (location.pathname === stopPath) {
    // The next link that is opened here changes the fragment alone.
    window.addEventListener("hashchange", () => go({ to: "stop" }));
    return go({ to: "stop" });
  }
  if (location.pathname === transactionPath) takeLinkedAddress();
  followAddress(() => account() === null);
  // An answer that came after the sign-out is no news.
  onSessionOver((why = sessionOver()) => account() !== null && leave(why));
  onStepNeeded((level) => {
    if (account() === null) return;
    // What waits is refused, too: that answer must not bring the person back from the next screen.
    // Once the session is worth enough, its transactions are followed again.
    if (level === "weak") stopWaiting();
    return go({ to: "oneMoreStep", level });
  });
  onSignOut(leaveForGood);
  onSecondFactor(noteFactors);
  // Nothing of an account stays in a window whose cookie is somebody else's.
  onOtherAccount(() => {
    const why = whyEnded();
    if (why !== null) return void leave(why);
    keepAddress();
    forgetAddress();
    location.reload();
  });
  window.addEventListener("online", finishSignOut);
  holdScreens(isLocked);
  watchSessionEnd(() => leave(sessionOver()));
  onWaiting(() => setBadge("home", waitingNow().length, texts.waiting.count(waitingNow().length)));
  pauseWhileUnseen();
  begin("open");
  const isEnded = await finishSignOut();
  await learnDeployment();
  const last = lastAccount();
  if (!isEnded) {
    return leave(
      texts.welcome.signedOutHere, { account: last, isTold: false, isForGood: true });
  }
  // Before anything of the account is asked for.
  const isLeft = lockIfLeft();
  // Whoever has opened it in this window is where they were already.
  watchTouches({ hide: lock, reveal: () => isLockShown() && enter(account()) });
  if (last === null) {
    keepAddress();
    return goToStep();
  }
  if (isLeft) {
    noteSignedIn(last);
    return lock();
  }
  // Where the server does not answer, home says so and lets the person try again.
  const problem = await readSessions().then(() => null, (error) => error);
  if (isSessionOver(problem)) return leave(texts.welcome.sessionOver, { account: last });
  await enter(last, { level: neededLevel(problem) });
}

/** Puts the document, which is one for all languages, into that of the page; its name is its own. */
function sayLanguage() {
  texts.product = document.querySelector("meta[name=application-name]").content;
  document.documentElement.lang = language;
  document.querySelector(".skip").textContent = texts.skip;
  document.getElementById("navigation").setAttribute("aria-label", texts.navigationLabel);
}

/** Takes everything of the account away, and shows that the page is locked. */
function lock() {
  keepWork();
  setSignedIn(false);
  stopWaiting();
  go({ to: "locked" });
  forget();
}

/** The words for a session that ended, also for what it leaves waiting. */
const sessionOver = () => (waitingNow().length > 0
  ? `${texts.welcome.sessionOver} ${texts.welcome.stillWaiting}` : texts.welcome.sessionOver);

async function leaveForGood() {
  const isLeft = await mayLeave({ isSigningOut: true });
  // One question that was asked twice has one answer, given to both.
  if (!isLeft || account() === null) return;
  begin("signOut");
  const told = signOut();
  // At once, and where the server cannot be told all the same: nothing of the account stays.
  const tell = leave(texts.welcome.signedOut, { isForGood: true });
  if (!(await told)) tell(texts.welcome.signedOutHere, false);
}

/**
 * Shows the first screen to whoever comes next, and says why.
 *
 * @param {string} message
 * @param {{account?: string, isTold?: boolean, isForGood?: boolean}} [settings] `isTold` says that
 *   the server knows; `isForGood` that the person has signed out, and comes back to nothing
 * @returns {(message: string, isKnown: boolean) => void} says it anew
 */
function leave(message, { account, isTold = true, isForGood = false } = {}) {
  const first = unfinished();
  if (isForGood) forgetAllHere();
  else keepAddress();
  exit(account, isForGood ? null : message);
  const say = go({ to: "welcome" });
  const tell = (text, isKnown) => {
    const news = first && (isKnown ? first.news : `${first.news} ${text}`);
    say(news ?? text, "plain");
  };
  tell(message, isTold);
  return tell;
}

await start();

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
  onSessionOver(() => leave(texts.welcome.sessionOver));
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
  if (account() === null) return;
  await readSecondFactor({ background: true }).catch((error) => {
    if (isSessionOver(error)) leave(texts.welcome.sessionOver);
  });
}

async function leaveForGood() {
  if (!(await mayLeave({ isSigningOut: true }))) return;
  begin("signOut");
  // Where the server cannot be told, the page forgets the account all the same.
  const isTold = await signOut();
  leave(isTold ? texts.welcome.signedOut : texts.welcome.signedOutHere, { isTold });
}

/** Shows the first screen to whoever comes next; `isTold` says that the server knows. */
function leave(message, { account, isTold = true } = {}) {
  const news = remembered() === null ? message : texts.welcome.checkAfter;
  exit(account);
  showWelcome({ message: isTold || news === message ? news : `${news} ${message}` });
}

await start();

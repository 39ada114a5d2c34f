import { endSession } from "./calls/endSession.js";
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
import { enter, noteSignedOut, wasSignedIn } from "./screens/enter.js";
import { showHistory } from "./screens/history.js";
import { showHome } from "./screens/home.js";
import { appLinkPath, showOpenWithApp } from "./screens/openWithApp.js";
import { showSecurity } from "./screens/security.js";
import { showWelcome } from "./screens/welcome.js";
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
  onSignOut(signOut);
  watchIdle(askForSession);
  onWaiting(() => setBadge("home", waitingNow().length, texts.waiting.count(waitingNow().length)));
  pauseWhileUnseen();
  begin("open");
  await learnDeployment();
  if (!wasSignedIn()) return showWelcome();
  try {
    await readSecondFactor();
    await enter();
  } catch (error) {
    if (isSessionOver(error)) leave(texts.welcome.sessionOver);
    // The server does not answer: home says so and lets the person try again.
    else await enter();
  }
}

async function askForSession() {
  if (!wasSignedIn()) return;
  await readSecondFactor({ background: true }).catch((error) => {
    if (isSessionOver(error)) leave(texts.welcome.sessionOver);
  });
}

async function signOut() {
  if (!(await mayLeave())) return;
  begin("signOut");
  // Where the server is not there, or the session was over before, the page forgets it all the same.
  await endSession().catch(() => {});
  leave(texts.welcome.signedOut);
}

function leave(message) {
  noteSignedOut();
  showWelcome({ message: remembered() ? texts.welcome.checkAfter : message });
}

await start();

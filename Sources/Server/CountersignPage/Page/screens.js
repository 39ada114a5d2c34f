import { showAddApp } from "./screens/account/addApp.js";
import { showAddPasskey } from "./screens/account/addPasskey.js";
import { showAddPhone, showWhosePhone } from "./screens/account/addPhone.js";
import { showConfirmFactor } from "./screens/account/confirmFactor.js";
import { showOfferPasskey } from "./screens/account/firstPasskey.js";
import { showHistory, showPastTransaction } from "./screens/account/history.js";
import { showHome } from "./screens/account/home.js";
import { showRecovery } from "./screens/account/recoverAccount.js";
import { showRename } from "./screens/account/rename.js";
import { showSecurity } from "./screens/account/security.js";
import { showSetNumber } from "./screens/account/setNumber.js";
import { showSetPIN } from "./screens/account/setPIN.js";
import { showTryFactor } from "./screens/account/tryFactor.js";
import { showApprove } from "./screens/approval/approve.js";
import { showApproveByCodes } from "./screens/approval/approveByCodes.js";
import { showApproveByPIN } from "./screens/approval/approveByPIN.js";
import { showDecided, showOver } from "./screens/approval/decided.js";
import { showOpenApproval } from "./screens/approval/openApproval.js";
import { showIsThatYou } from "./screens/signIn/isThatYou.js";
import { showLinkOver } from "./screens/signIn/linkOver.js";
import { showLocked } from "./screens/signIn/locked.js";
import { showOneMoreStep } from "./screens/signIn/oneMoreStep.js";
import { showOpenWithApp } from "./screens/signIn/openWithApp.js";
import { showPhoneSignIn } from "./screens/signIn/phoneSignIn.js";
import { showSignInCode, showSignUp } from "./screens/signIn/signUp.js";
import { showStop } from "./screens/signIn/stop.js";
import { showWelcome } from "./screens/signIn/welcome.js";

/**
 * Every screen of the page's own by its name. This module alone imports screens; whoever wants one
 * shown names it (`go` of the navigator).
 */
export const screens = {
  // The places of the navigation.
  home: ({ done }) => showHome(done),
  history: () => showHistory(),
  security: ({ done }) => showSecurity(done),

  welcome: () => showWelcome(),
  signUp: () => showSignUp(),
  signInCode: () => showSignInCode(),
  phoneSignIn: ({ back }) => showPhoneSignIn(back),
  locked: () => showLocked(),
  isThatYou: () => showIsThatYou(),
  oneMoreStep: ({ level }) => showOneMoreStep(level),
  linkOver: ({ ending, ...settings }) => showLinkOver(ending, settings),
  openWithApp: () => showOpenWithApp(),
  stop: () => showStop(),

  pastTransaction: ({ transaction }) => showPastTransaction(transaction),
  addPasskey: ({ factors, leave }) => showAddPasskey(factors, leave),
  offerPasskey: (settings) => showOfferPasskey(settings),
  addPhone: ({ factors }) => showAddPhone(factors),
  whosePhone: () => showWhosePhone(),
  addApp: ({ factors }) => showAddApp(factors),
  setNumber: ({ factors }) => showSetNumber(factors),
  tryFactor: ({ factors }) => showTryFactor(factors),
  rename: (item) => showRename(item),
  setPIN: ({ factors, leave }) => showSetPIN(factors, leave),
  confirmFactor: (asked) => showConfirmFactor(asked),
  recovery: ({ place, back }) => showRecovery(place, back),

  openApproval: ({ id, done }) => showOpenApproval(id, done),
  approve: ({ review, ...said }) => showApprove(review, said),
  approveByCodes: ({ review, request, why }) => showApproveByCodes(review, request, why),
  approveByPIN: ({ review }) => showApproveByPIN(review),
  decided: ({ transaction, ending }) => showDecided(transaction, ending),
  over: ({ transaction }) => showOver(transaction),
};

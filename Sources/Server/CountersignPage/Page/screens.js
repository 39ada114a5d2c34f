import { showAddPasskey } from "./screens/account/addPasskey.js";
import { showAddPhone } from "./screens/account/addPhone.js";
import { showConfirmFactor } from "./screens/account/confirmFactor.js";
import { showOfferPasskey } from "./screens/account/firstPasskey.js";
import { showHome } from "./screens/account/home.js";
import { showSecurity } from "./screens/account/security.js";
import { showSetPIN } from "./screens/account/setPIN.js";
import { showApprove } from "./screens/approval/approve.js";
import { showApproveByCodes } from "./screens/approval/approveByCodes.js";
import { showApproveByPIN } from "./screens/approval/approveByPIN.js";
import { showDecided, showOver } from "./screens/approval/decided.js";
import { showLinkOver } from "./screens/signIn/linkOver.js";
import { showOpenWithApp } from "./screens/signIn/openWithApp.js";
import { showPhoneSignIn } from "./screens/signIn/phoneSignIn.js";
import { showSignInCode, showSignUp } from "./screens/signIn/signUp.js";
import { showWelcome } from "./screens/signIn/welcome.js";

/**
 * Every screen of the page's own by its name. This module alone imports screens; whoever wants one
 * shown names it (`go` of the navigator).
 */
export const screens = {
  // The places of the navigation.
  home: ({ done }) => showHome(done),
  security: ({ done }) => showSecurity(done),

  welcome: () => showWelcome(),
  signUp: () => showSignUp(),
  signInCode: ({ lead, request, resend }) => showSignInCode(lead, request, resend),
  phoneSignIn: () => showPhoneSignIn(),
  linkOver: ({ ending, ...settings }) => showLinkOver(ending, settings),
  openWithApp: () => showOpenWithApp(),

  addPasskey: ({ factors }) => showAddPasskey(factors),
  offerPasskey: () => showOfferPasskey(),
  addPhone: ({ factors }) => showAddPhone(factors),
  setPIN: ({ factors, leave }) => showSetPIN(factors, leave),
  confirmFactor: ({ factors, activity, change }) => showConfirmFactor(factors, activity, change),

  approve: ({ review, why }) => showApprove(review, why),
  approveByCodes: ({ review, request, why }) => showApproveByCodes(review, request, why),
  approveByPIN: ({ review }) => showApproveByPIN(review),
  decided: ({ transaction, ending }) => showDecided(transaction, ending),
  over: ({ transaction }) => showOver(transaction),
};

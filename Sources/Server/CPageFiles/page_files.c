#include "page_files.h"

#include <stddef.h>

// C takes each file in as it is, and a change of one compiles this file again: the compiler writes it
// into the dependencies of the object. #embed is C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define ENTRY(path) path, (const char *)(const unsigned char[]) {
static const char *const files[] = {
  ENTRY("calls/codes.js")
#embed "../CountersignPage/Page/calls/codes.js" suffix(, 0)
  },
  ENTRY("calls/credentials.js")
#embed "../CountersignPage/Page/calls/credentials.js" suffix(, 0)
  },
  ENTRY("calls/deployment.js")
#embed "../CountersignPage/Page/calls/deployment.js" suffix(, 0)
  },
  ENTRY("calls/events.js")
#embed "../CountersignPage/Page/calls/events.js" suffix(, 0)
  },
  ENTRY("calls/handovers.js")
#embed "../CountersignPage/Page/calls/handovers.js" suffix(, 0)
  },
  ENTRY("calls/links.js")
#embed "../CountersignPage/Page/calls/links.js" suffix(, 0)
  },
  ENTRY("calls/operations.js")
#embed "../CountersignPage/Page/calls/operations.js" suffix(, 0)
  },
  ENTRY("calls/recovery.js")
#embed "../CountersignPage/Page/calls/recovery.js" suffix(, 0)
  },
  ENTRY("calls/refusal.js")
#embed "../CountersignPage/Page/calls/refusal.js" suffix(, 0)
  },
  ENTRY("calls/request.js")
#embed "../CountersignPage/Page/calls/request.js" suffix(, 0)
  },
  ENTRY("calls/secondFactor.js")
#embed "../CountersignPage/Page/calls/secondFactor.js" suffix(, 0)
  },
  ENTRY("calls/session.js")
#embed "../CountersignPage/Page/calls/session.js" suffix(, 0)
  },
  ENTRY("calls/transactions.js")
#embed "../CountersignPage/Page/calls/transactions.js" suffix(, 0)
  },
  ENTRY("core/base64URL.js")
#embed "../CountersignPage/Page/core/base64URL.js" suffix(, 0)
  },
  ENTRY("core/controls.js")
#embed "../CountersignPage/Page/core/controls.js" suffix(, 0)
  },
  ENTRY("core/countdown.js")
#embed "../CountersignPage/Page/core/countdown.js" suffix(, 0)
  },
  ENTRY("core/element.js")
#embed "../CountersignPage/Page/core/element.js" suffix(, 0)
  },
  ENTRY("core/formats.js")
#embed "../CountersignPage/Page/core/formats.js" suffix(, 0)
  },
  ENTRY("core/icons.js")
#embed "../CountersignPage/Page/core/icons.js" suffix(, 0)
  },
  ENTRY("core/language.js")
#embed "../CountersignPage/Page/core/language.js" suffix(, 0)
  },
  ENTRY("core/modules.js")
#embed "../CountersignPage/Page/core/modules.js" suffix(, 0)
  },
  ENTRY("core/navigation.js")
#embed "../CountersignPage/Page/core/navigation.js" suffix(, 0)
  },
  ENTRY("core/navigator.js")
#embed "../CountersignPage/Page/core/navigator.js" suffix(, 0)
  },
  ENTRY("core/notice.js")
#embed "../CountersignPage/Page/core/notice.js" suffix(, 0)
  },
  ENTRY("core/once.js")
#embed "../CountersignPage/Page/core/once.js" suffix(, 0)
  },
  ENTRY("core/root.js")
#embed "../CountersignPage/Page/core/root.js" suffix(, 0)
  },
  ENTRY("core/screen.js")
#embed "../CountersignPage/Page/core/screen.js" suffix(, 0)
  },
  ENTRY("core/untilAnswered.js")
#embed "../CountersignPage/Page/core/untilAnswered.js" suffix(, 0)
  },
  ENTRY("dialogs/approvalDialog.js")
#embed "../CountersignPage/Page/dialogs/approvalDialog.js" suffix(, 0)
  },
  ENTRY("dialogs/dialog.js")
#embed "../CountersignPage/Page/dialogs/dialog.js" suffix(, 0)
  },
  ENTRY("dialogs/passkeyDialog.js")
#embed "../CountersignPage/Page/dialogs/passkeyDialog.js" suffix(, 0)
  },
  ENTRY("documents/askDocument.js")
#embed "../CountersignPage/Page/documents/askDocument.js" suffix(, 0)
  },
  ENTRY("documents/canonicalForm.js")
#embed "../CountersignPage/Page/documents/canonicalForm.js" suffix(, 0)
  },
  ENTRY("documents/compare.js")
#embed "../CountersignPage/Page/documents/compare.js" suffix(, 0)
  },
  ENTRY("documents/display.js")
#embed "../CountersignPage/Page/documents/display.js" suffix(, 0)
  },
  ENTRY("documents/displayCharacters.js")
#embed "../CountersignPage/Page/documents/displayCharacters.js" suffix(, 0)
  },
  ENTRY("documents/displayTable.js")
#embed "../CountersignPage/Page/documents/displayTable.js" suffix(, 0)
  },
  ENTRY("documents/factorChange.js")
#embed "../CountersignPage/Page/documents/factorChange.js" suffix(, 0)
  },
  ENTRY("documents/fields.js")
#embed "../CountersignPage/Page/documents/fields.js" suffix(, 0)
  },
  ENTRY("documents/linking.js")
#embed "../CountersignPage/Page/documents/linking.js" suffix(, 0)
  },
  ENTRY("documents/readDocument.js")
#embed "../CountersignPage/Page/documents/readDocument.js" suffix(, 0)
  },
  ENTRY("documents/showValue.js")
#embed "../CountersignPage/Page/documents/showValue.js" suffix(, 0)
  },
  ENTRY("documents/slip.js")
#embed "../CountersignPage/Page/documents/slip.js" suffix(, 0)
  },
  ENTRY("documents/smallPayments.js")
#embed "../CountersignPage/Page/documents/smallPayments.js" suffix(, 0)
  },
  ENTRY("host.css")
#embed "../CountersignPage/Page/host.css" suffix(, 0)
  },
  ENTRY("host.js")
#embed "../CountersignPage/Page/host.js" suffix(, 0)
  },
  ENTRY("icons/mark.svg")
#embed "../CountersignPage/Page/icons/mark.svg" suffix(, 0)
  },
  ENTRY("main.js")
#embed "../CountersignPage/Page/main.js" suffix(, 0)
  },
  ENTRY("page.js")
#embed "../CountersignPage/Page/page.js" suffix(, 0)
  },
  ENTRY("parts/codeForm.js")
#embed "../CountersignPage/Page/parts/codeForm.js" suffix(, 0)
  },
  ENTRY("parts/codesProof.js")
#embed "../CountersignPage/Page/parts/codesProof.js" suffix(, 0)
  },
  ENTRY("parts/factorLists.js")
#embed "../CountersignPage/Page/parts/factorLists.js" suffix(, 0)
  },
  ENTRY("parts/handOverPanel.js")
#embed "../CountersignPage/Page/parts/handOverPanel.js" suffix(, 0)
  },
  ENTRY("parts/heldFactors.js")
#embed "../CountersignPage/Page/parts/heldFactors.js" suffix(, 0)
  },
  ENTRY("parts/historyList.js")
#embed "../CountersignPage/Page/parts/historyList.js" suffix(, 0)
  },
  ENTRY("parts/linkPanel.js")
#embed "../CountersignPage/Page/parts/linkPanel.js" suffix(, 0)
  },
  ENTRY("parts/newFactor.js")
#embed "../CountersignPage/Page/parts/newFactor.js" suffix(, 0)
  },
  ENTRY("parts/phoneProof.js")
#embed "../CountersignPage/Page/parts/phoneProof.js" suffix(, 0)
  },
  ENTRY("parts/pinEntry.js")
#embed "../CountersignPage/Page/parts/pinEntry.js" suffix(, 0)
  },
  ENTRY("parts/proofWays.js")
#embed "../CountersignPage/Page/parts/proofWays.js" suffix(, 0)
  },
  ENTRY("parts/readHistory.js")
#embed "../CountersignPage/Page/parts/readHistory.js" suffix(, 0)
  },
  ENTRY("parts/reviewFrame.js")
#embed "../CountersignPage/Page/parts/reviewFrame.js" suffix(, 0)
  },
  ENTRY("parts/unusableWays.js")
#embed "../CountersignPage/Page/parts/unusableWays.js" suffix(, 0)
  },
  ENTRY("parts/waitingList.js")
#embed "../CountersignPage/Page/parts/waitingList.js" suffix(, 0)
  },
  ENTRY("passkeys/holdBack.js")
#embed "../CountersignPage/Page/passkeys/holdBack.js" suffix(, 0)
  },
  ENTRY("passkeys/prompt.js")
#embed "../CountersignPage/Page/passkeys/prompt.js" suffix(, 0)
  },
  ENTRY("passkeys/prove.js")
#embed "../CountersignPage/Page/passkeys/prove.js" suffix(, 0)
  },
  ENTRY("passkeys/registerPasskey.js")
#embed "../CountersignPage/Page/passkeys/registerPasskey.js" suffix(, 0)
  },
  ENTRY("passkeys/unlock.js")
#embed "../CountersignPage/Page/passkeys/unlock.js" suffix(, 0)
  },
  ENTRY("reviews/decide.js")
#embed "../CountersignPage/Page/reviews/decide.js" suffix(, 0)
  },
  ENTRY("reviews/openReview.js")
#embed "../CountersignPage/Page/reviews/openReview.js" suffix(, 0)
  },
  ENTRY("reviews/proofs.js")
#embed "../CountersignPage/Page/reviews/proofs.js" suffix(, 0)
  },
  ENTRY("reviews/states.js")
#embed "../CountersignPage/Page/reviews/states.js" suffix(, 0)
  },
  ENTRY("reviews/waiting.js")
#embed "../CountersignPage/Page/reviews/waiting.js" suffix(, 0)
  },
  ENTRY("screens.js")
#embed "../CountersignPage/Page/screens.js" suffix(, 0)
  },
  ENTRY("screens/account/addApp.js")
#embed "../CountersignPage/Page/screens/account/addApp.js" suffix(, 0)
  },
  ENTRY("screens/account/addPasskey.js")
#embed "../CountersignPage/Page/screens/account/addPasskey.js" suffix(, 0)
  },
  ENTRY("screens/account/addPhone.js")
#embed "../CountersignPage/Page/screens/account/addPhone.js" suffix(, 0)
  },
  ENTRY("screens/account/confirmFactor.js")
#embed "../CountersignPage/Page/screens/account/confirmFactor.js" suffix(, 0)
  },
  ENTRY("screens/account/firstPasskey.js")
#embed "../CountersignPage/Page/screens/account/firstPasskey.js" suffix(, 0)
  },
  ENTRY("screens/account/history.js")
#embed "../CountersignPage/Page/screens/account/history.js" suffix(, 0)
  },
  ENTRY("screens/account/home.js")
#embed "../CountersignPage/Page/screens/account/home.js" suffix(, 0)
  },
  ENTRY("screens/account/recoverAccount.js")
#embed "../CountersignPage/Page/screens/account/recoverAccount.js" suffix(, 0)
  },
  ENTRY("screens/account/rename.js")
#embed "../CountersignPage/Page/screens/account/rename.js" suffix(, 0)
  },
  ENTRY("screens/account/security.js")
#embed "../CountersignPage/Page/screens/account/security.js" suffix(, 0)
  },
  ENTRY("screens/account/setNumber.js")
#embed "../CountersignPage/Page/screens/account/setNumber.js" suffix(, 0)
  },
  ENTRY("screens/account/setPIN.js")
#embed "../CountersignPage/Page/screens/account/setPIN.js" suffix(, 0)
  },
  ENTRY("screens/account/tryFactor.js")
#embed "../CountersignPage/Page/screens/account/tryFactor.js" suffix(, 0)
  },
  ENTRY("screens/approval/approve.js")
#embed "../CountersignPage/Page/screens/approval/approve.js" suffix(, 0)
  },
  ENTRY("screens/approval/approveByCodes.js")
#embed "../CountersignPage/Page/screens/approval/approveByCodes.js" suffix(, 0)
  },
  ENTRY("screens/approval/approveByPIN.js")
#embed "../CountersignPage/Page/screens/approval/approveByPIN.js" suffix(, 0)
  },
  ENTRY("screens/approval/decided.js")
#embed "../CountersignPage/Page/screens/approval/decided.js" suffix(, 0)
  },
  ENTRY("screens/approval/openApproval.js")
#embed "../CountersignPage/Page/screens/approval/openApproval.js" suffix(, 0)
  },
  ENTRY("screens/signIn/isThatYou.js")
#embed "../CountersignPage/Page/screens/signIn/isThatYou.js" suffix(, 0)
  },
  ENTRY("screens/signIn/linkOver.js")
#embed "../CountersignPage/Page/screens/signIn/linkOver.js" suffix(, 0)
  },
  ENTRY("screens/signIn/locked.js")
#embed "../CountersignPage/Page/screens/signIn/locked.js" suffix(, 0)
  },
  ENTRY("screens/signIn/oneMoreStep.js")
#embed "../CountersignPage/Page/screens/signIn/oneMoreStep.js" suffix(, 0)
  },
  ENTRY("screens/signIn/openWithApp.js")
#embed "../CountersignPage/Page/screens/signIn/openWithApp.js" suffix(, 0)
  },
  ENTRY("screens/signIn/phoneSignIn.js")
#embed "../CountersignPage/Page/screens/signIn/phoneSignIn.js" suffix(, 0)
  },
  ENTRY("screens/signIn/signUp.js")
#embed "../CountersignPage/Page/screens/signIn/signUp.js" suffix(, 0)
  },
  ENTRY("screens/signIn/stop.js")
#embed "../CountersignPage/Page/screens/signIn/stop.js" suffix(, 0)
  },
  ENTRY("screens/signIn/welcome.js")
#embed "../CountersignPage/Page/screens/signIn/welcome.js" suffix(, 0)
  },
  ENTRY("session/account.js")
#embed "../CountersignPage/Page/session/account.js" suffix(, 0)
  },
  ENTRY("session/claimNotice.js")
#embed "../CountersignPage/Page/session/claimNotice.js" suffix(, 0)
  },
  ENTRY("session/claims.js")
#embed "../CountersignPage/Page/session/claims.js" suffix(, 0)
  },
  ENTRY("session/ending.js")
#embed "../CountersignPage/Page/session/ending.js" suffix(, 0)
  },
  ENTRY("session/enter.js")
#embed "../CountersignPage/Page/session/enter.js" suffix(, 0)
  },
  ENTRY("session/signOut.js")
#embed "../CountersignPage/Page/session/signOut.js" suffix(, 0)
  },
  ENTRY("session/signingIn.js")
#embed "../CountersignPage/Page/session/signingIn.js" suffix(, 0)
  },
  ENTRY("session/softLock.js")
#embed "../CountersignPage/Page/session/softLock.js" suffix(, 0)
  },
  ENTRY("session/windowMemory.js")
#embed "../CountersignPage/Page/session/windowMemory.js" suffix(, 0)
  },
  ENTRY("styles/base.css")
#embed "../CountersignPage/Page/styles/base.css" suffix(, 0)
  },
  ENTRY("styles/controls.css")
#embed "../CountersignPage/Page/styles/controls.css" suffix(, 0)
  },
  ENTRY("styles/dialog.css")
#embed "../CountersignPage/Page/styles/dialog.css" suffix(, 0)
  },
  ENTRY("styles/icons.css")
#embed "../CountersignPage/Page/styles/icons.css" suffix(, 0)
  },
  ENTRY("styles/layout.css")
#embed "../CountersignPage/Page/styles/layout.css" suffix(, 0)
  },
  ENTRY("styles/links.css")
#embed "../CountersignPage/Page/styles/links.css" suffix(, 0)
  },
  ENTRY("styles/screens.css")
#embed "../CountersignPage/Page/styles/screens.css" suffix(, 0)
  },
  ENTRY("styles/timeline.css")
#embed "../CountersignPage/Page/styles/timeline.css" suffix(, 0)
  },
  ENTRY("styles/tokens.css")
#embed "../CountersignPage/Page/styles/tokens.css" suffix(, 0)
  },
  ENTRY("texts.js")
#embed "../CountersignPage/Page/texts.js" suffix(, 0)
  },
  ENTRY("texts/de.js")
#embed "../CountersignPage/Page/texts/de.js" suffix(, 0)
  },
  ENTRY("texts/en.js")
#embed "../CountersignPage/Page/texts/en.js" suffix(, 0)
  },
  ENTRY("theme.css")
#embed "../CountersignPage/Page/theme.css" suffix(, 0)
  },
  ENTRY("timeline/draw.js")
#embed "../CountersignPage/Page/timeline/draw.js" suffix(, 0)
  },
  ENTRY("timeline/record.js")
#embed "../CountersignPage/Page/timeline/record.js" suffix(, 0)
  },
  NULL,
};

static const unsigned char document[] = {
#embed "../CountersignPage/Page/index.html" suffix(, 0)
};

const char *const *countersign_page_files(void) { return files; }

const char *countersign_page_document(void) { return (const char *)document; }

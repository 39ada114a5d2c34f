/// Every file of the web page's own, with its path under `page/`.
///
/// ``AssembledPage`` has the document that loads them; a test holds the list against the folder.
/// `PackageResources` is made by the build from that folder, one constant for each file name: names
/// are unique across its folders. The constants are static members, which Swift cannot enumerate,
/// and the build offers no table of them, so the list is written by hand.
enum PageFiles {
  static let all: [PageFile] =
    core + calls + documents + doing + dialogs + parts + screens + appearance

  /// The entry, what modules are offered, texts, the table of screens, what draws, the timeline.
  private static let core: [PageFile] = [
    PageFile("main.js", PackageResources.main_js),
    PageFile("page.js", PackageResources.page_js),
    PageFile("screens.js", PackageResources.screens_js),
    PageFile("texts.js", PackageResources.texts_js),
    PageFile("texts/de.js", PackageResources.de_js),
    PageFile("texts/en.js", PackageResources.en_js),
    PageFile("core/base64URL.js", PackageResources.base64URL_js),
    PageFile("core/controls.js", PackageResources.controls_js),
    PageFile("core/countdown.js", PackageResources.countdown_js),
    PageFile("core/element.js", PackageResources.element_js),
    PageFile("core/formats.js", PackageResources.formats_js),
    PageFile("core/icons.js", PackageResources.icons_js),
    PageFile("core/language.js", PackageResources.language_js),
    PageFile("core/modules.js", PackageResources.modules_js),
    PageFile("core/navigation.js", PackageResources.navigation_js),
    PageFile("core/navigator.js", PackageResources.navigator_js),
    PageFile("core/notice.js", PackageResources.notice_js),
    PageFile("core/once.js", PackageResources.once_js),
    PageFile("core/root.js", PackageResources.root_js),
    PageFile("core/screen.js", PackageResources.screen_js),
    PageFile("core/untilAnswered.js", PackageResources.untilAnswered_js),
    PageFile("session/account.js", PackageResources.account_js),
    PageFile("session/ending.js", PackageResources.ending_js),
    PageFile("session/enter.js", PackageResources.enter_js),
    PageFile("session/signingIn.js", PackageResources.signingIn_js),
    PageFile("session/softLock.js", PackageResources.softLock_js),
    PageFile("session/signOut.js", PackageResources.signOut_js),
    PageFile("session/windowMemory.js", PackageResources.windowMemory_js),
    PageFile("timeline/draw.js", PackageResources.draw_js),
    PageFile("timeline/record.js", PackageResources.record_js),
  ]

  /// The calls of the server, by resource.
  private static let calls: [PageFile] = [
    PageFile("calls/codes.js", PackageResources.codes_js),
    PageFile("calls/credentials.js", PackageResources.credentials_js),
    PageFile("calls/deployment.js", PackageResources.deployment_js),
    PageFile("calls/events.js", PackageResources.events_js),
    PageFile("calls/handovers.js", PackageResources.handovers_js),
    PageFile("calls/links.js", PackageResources.links_js),
    PageFile("calls/operations.js", PackageResources.operations_js),
    PageFile("calls/recovery.js", PackageResources.recovery_js),
    PageFile("calls/refusal.js", PackageResources.refusal_js),
    PageFile("calls/request.js", PackageResources.request_js),
    PageFile("calls/secondFactor.js", PackageResources.secondFactor_js),
    PageFile("calls/session.js", PackageResources.session_js),
    PageFile("calls/transactions.js", PackageResources.transactions_js),
  ]

  /// The files about what is shown and signed: reading, comparing, linking and drawing documents.
  private static let documents: [PageFile] = [
    PageFile("documents/askDocument.js", PackageResources.askDocument_js),
    PageFile("documents/canonicalForm.js", PackageResources.canonicalForm_js),
    PageFile("documents/compare.js", PackageResources.compare_js),
    PageFile("documents/display.js", PackageResources.display_js),
    PageFile("documents/displayCharacters.js", PackageResources.displayCharacters_js),
    PageFile("documents/displayTable.js", PackageResources.displayTable_js),
    PageFile("documents/factorChange.js", PackageResources.factorChange_js),
    PageFile("documents/fields.js", PackageResources.fields_js),
    PageFile("documents/linking.js", PackageResources.linking_js),
    PageFile("documents/readDocument.js", PackageResources.readDocument_js),
    PageFile("documents/showValue.js", PackageResources.showValue_js),
    PageFile("documents/smallPayments.js", PackageResources.smallPayments_js),
    PageFile("documents/slip.js", PackageResources.slip_js),
  ]

  /// A person's doings: passkeys, and the review of a host's payments.
  private static let doing: [PageFile] = [
    PageFile("passkeys/holdBack.js", PackageResources.holdBack_js),
    PageFile("passkeys/prompt.js", PackageResources.prompt_js),
    PageFile("passkeys/prove.js", PackageResources.prove_js),
    PageFile("passkeys/registerPasskey.js", PackageResources.registerPasskey_js),
    PageFile("passkeys/unlock.js", PackageResources.unlock_js),
    PageFile("reviews/decide.js", PackageResources.decide_js),
    PageFile("reviews/openReview.js", PackageResources.openReview_js),
    PageFile("reviews/proofs.js", PackageResources.proofs_js),
    PageFile("reviews/states.js", PackageResources.states_js),
    PageFile("reviews/waiting.js", PackageResources.waiting_js),
  ]

  /// The dialogs for a host's own page.
  private static let dialogs: [PageFile] = [
    PageFile("host.js", PackageResources.host_js),
    PageFile("host.css", PackageResources.host_css),
    PageFile("dialogs/approvalDialog.js", PackageResources.approvalDialog_js),
    PageFile("dialogs/dialog.js", PackageResources.dialog_js),
    PageFile("dialogs/passkeyDialog.js", PackageResources.passkeyDialog_js),
  ]

  /// Parts of screens.
  private static let parts: [PageFile] = [
    PageFile("parts/codeForm.js", PackageResources.codeForm_js),
    PageFile("parts/codesProof.js", PackageResources.codesProof_js),
    PageFile("parts/factorLists.js", PackageResources.factorLists_js),
    PageFile("parts/handOverPanel.js", PackageResources.handOverPanel_js),
    PageFile("parts/heldFactors.js", PackageResources.heldFactors_js),
    PageFile("parts/readHistory.js", PackageResources.readHistory_js),
    PageFile("parts/historyList.js", PackageResources.historyList_js),
    PageFile("parts/linkPanel.js", PackageResources.linkPanel_js),
    PageFile("parts/newFactor.js", PackageResources.newFactor_js),
    PageFile("parts/phoneProof.js", PackageResources.phoneProof_js),
    PageFile("parts/pinEntry.js", PackageResources.pinEntry_js),
    PageFile("parts/proofWays.js", PackageResources.proofWays_js),
    PageFile("parts/reviewFrame.js", PackageResources.reviewFrame_js),
    PageFile("parts/unusableWays.js", PackageResources.unusableWays_js),
    PageFile("parts/waitingList.js", PackageResources.waitingList_js),
  ]

  /// The files of the screens.
  private static let screens: [PageFile] = [
    PageFile("screens/account/addApp.js", PackageResources.addApp_js),
    PageFile("screens/account/addPasskey.js", PackageResources.addPasskey_js),
    PageFile("screens/account/addPhone.js", PackageResources.addPhone_js),
    PageFile("screens/account/confirmFactor.js", PackageResources.confirmFactor_js),
    PageFile("screens/account/firstPasskey.js", PackageResources.firstPasskey_js),
    PageFile("screens/account/history.js", PackageResources.history_js),
    PageFile("screens/account/home.js", PackageResources.home_js),
    PageFile("screens/account/recoverAccount.js", PackageResources.recoverAccount_js),
    PageFile("screens/account/rename.js", PackageResources.rename_js),
    PageFile("screens/account/security.js", PackageResources.security_js),
    PageFile("screens/account/setNumber.js", PackageResources.setNumber_js),
    PageFile("screens/account/setPIN.js", PackageResources.setPIN_js),
    PageFile("screens/account/tryFactor.js", PackageResources.tryFactor_js),
    PageFile("screens/approval/approve.js", PackageResources.approve_js),
    PageFile("screens/approval/approveByCodes.js", PackageResources.approveByCodes_js),
    PageFile("screens/approval/approveByPIN.js", PackageResources.approveByPIN_js),
    PageFile("screens/approval/decided.js", PackageResources.decided_js),
    PageFile("screens/approval/openApproval.js", PackageResources.openApproval_js),
    PageFile("screens/signIn/isThatYou.js", PackageResources.isThatYou_js),
    PageFile("screens/signIn/linkOver.js", PackageResources.linkOver_js),
    PageFile("screens/signIn/locked.js", PackageResources.locked_js),
    PageFile("screens/signIn/oneMoreStep.js", PackageResources.oneMoreStep_js),
    PageFile("screens/signIn/openWithApp.js", PackageResources.openWithApp_js),
    PageFile("screens/signIn/phoneSignIn.js", PackageResources.phoneSignIn_js),
    PageFile("screens/signIn/signUp.js", PackageResources.signUp_js),
    PageFile("screens/signIn/stop.js", PackageResources.stop_js),
    PageFile("screens/signIn/welcome.js", PackageResources.welcome_js),
  ]

  /// Styles and icons.
  private static let appearance: [PageFile] = [
    PageFile("styles/base.css", PackageResources.base_css),
    PageFile("styles/controls.css", PackageResources.controls_css),
    PageFile("styles/dialog.css", PackageResources.dialog_css),
    PageFile("styles/icons.css", PackageResources.icons_css),
    PageFile("styles/layout.css", PackageResources.layout_css),
    PageFile("styles/links.css", PackageResources.links_css),
    PageFile("styles/screens.css", PackageResources.screens_css),
    PageFile("styles/timeline.css", PackageResources.timeline_css),
    PageFile("styles/tokens.css", PackageResources.tokens_css),
    PageFile("theme.css", PackageResources.theme_css),
    PageFile("icons/mark.svg", PackageResources.mark_svg),
  ]
}

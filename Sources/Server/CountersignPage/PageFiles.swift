/// Every file of the web page with its path; a test holds the list against the folder `Page`.
///
/// `PackageResources` is made by the build from that folder, one constant for each file name: names
/// are unique across its folders. The constants are static members, which Swift cannot enumerate,
/// and the build offers no table of them, so the list is written by hand.
enum PageFiles {
  static let all: [PageFile] = core + calls + documents + doing + parts + screens + appearance

  /// The document, its entry, its texts, the table of screens, what draws, and the timeline.
  private static let core: [PageFile] = [
    PageFile("/", PackageResources.index_html),
    PageFile("/link", PackageResources.index_html),
    PageFile("/page/main.js", PackageResources.main_js),
    PageFile("/page/screens.js", PackageResources.screens_js),
    PageFile("/page/texts.js", PackageResources.texts_js),
    PageFile("/page/core/base64URL.js", PackageResources.base64URL_js),
    PageFile("/page/core/controls.js", PackageResources.controls_js),
    PageFile("/page/core/countdown.js", PackageResources.countdown_js),
    PageFile("/page/core/element.js", PackageResources.element_js),
    PageFile("/page/core/formats.js", PackageResources.formats_js),
    PageFile("/page/core/navigation.js", PackageResources.navigation_js),
    PageFile("/page/core/navigator.js", PackageResources.navigator_js),
    PageFile("/page/core/notice.js", PackageResources.notice_js),
    PageFile("/page/core/once.js", PackageResources.once_js),
    PageFile("/page/core/root.js", PackageResources.root_js),
    PageFile("/page/core/screen.js", PackageResources.screen_js),
    PageFile("/page/core/untilAnswered.js", PackageResources.untilAnswered_js),
    PageFile("/page/session/account.js", PackageResources.account_js),
    PageFile("/page/session/enter.js", PackageResources.enter_js),
    PageFile("/page/session/signOut.js", PackageResources.signOut_js),
    PageFile("/page/timeline/draw.js", PackageResources.draw_js),
    PageFile("/page/timeline/record.js", PackageResources.record_js),
  ]

  /// The calls of the server, by resource.
  private static let calls: [PageFile] = [
    PageFile("/page/calls/codes.js", PackageResources.codes_js),
    PageFile("/page/calls/credentials.js", PackageResources.credentials_js),
    PageFile("/page/calls/deployment.js", PackageResources.deployment_js),
    PageFile("/page/calls/events.js", PackageResources.events_js),
    PageFile("/page/calls/links.js", PackageResources.links_js),
    PageFile("/page/calls/refusal.js", PackageResources.refusal_js),
    PageFile("/page/calls/request.js", PackageResources.request_js),
    PageFile("/page/calls/secondFactor.js", PackageResources.secondFactor_js),
    PageFile("/page/calls/session.js", PackageResources.session_js),
    PageFile("/page/calls/topUps.js", PackageResources.topUps_js),
    PageFile("/page/calls/transactions.js", PackageResources.transactions_js),
  ]

  /// What is shown and signed: reading, comparing, linking and drawing documents.
  private static let documents: [PageFile] = [
    PageFile("/page/documents/askDocument.js", PackageResources.askDocument_js),
    PageFile("/page/documents/canonicalForm.js", PackageResources.canonicalForm_js),
    PageFile("/page/documents/compare.js", PackageResources.compare_js),
    PageFile("/page/documents/display.js", PackageResources.display_js),
    PageFile("/page/documents/displayCharacters.js", PackageResources.displayCharacters_js),
    PageFile("/page/documents/displayTable.js", PackageResources.displayTable_js),
    PageFile("/page/documents/fields.js", PackageResources.fields_js),
    PageFile("/page/documents/linking.js", PackageResources.linking_js),
    PageFile("/page/documents/readDocument.js", PackageResources.readDocument_js),
    PageFile("/page/documents/showValue.js", PackageResources.showValue_js),
    PageFile("/page/documents/slip.js", PackageResources.slip_js),
  ]

  /// What a person does: passkeys, a payment, and the review of what a host wants approved.
  private static let doing: [PageFile] = [
    PageFile("/page/passkeys/prompt.js", PackageResources.prompt_js),
    PageFile("/page/passkeys/prove.js", PackageResources.prove_js),
    PageFile("/page/passkeys/registerPasskey.js", PackageResources.registerPasskey_js),
    PageFile("/page/payment/askChallenge.js", PackageResources.askChallenge_js),
    PageFile("/page/payment/outcomes.js", PackageResources.outcomes_js),
    PageFile("/page/payment/pay.js", PackageResources.pay_js),
    PageFile("/page/payment/payment.js", PackageResources.payment_js),
    PageFile("/page/reviews/decide.js", PackageResources.decide_js),
    PageFile("/page/reviews/openReview.js", PackageResources.openReview_js),
    PageFile("/page/reviews/proofs.js", PackageResources.proofs_js),
    PageFile("/page/reviews/states.js", PackageResources.states_js),
    PageFile("/page/reviews/waiting.js", PackageResources.waiting_js),
  ]

  /// Parts of screens.
  private static let parts: [PageFile] = [
    PageFile("/page/parts/buyFields.js", PackageResources.buyFields_js),
    PageFile("/page/parts/codeForm.js", PackageResources.codeForm_js),
    PageFile("/page/parts/factorLists.js", PackageResources.factorLists_js),
    PageFile("/page/parts/linkPanel.js", PackageResources.linkPanel_js),
    PageFile("/page/parts/paymentFrame.js", PackageResources.paymentFrame_js),
    PageFile("/page/parts/paymentList.js", PackageResources.paymentList_js),
    PageFile("/page/parts/pinEntry.js", PackageResources.pinEntry_js),
    PageFile("/page/parts/reviewFrame.js", PackageResources.reviewFrame_js),
    PageFile("/page/parts/waitingList.js", PackageResources.waitingList_js),
  ]

  /// What a person sees.
  private static let screens: [PageFile] = [
    PageFile("/page/screens/account/addPasskey.js", PackageResources.addPasskey_js),
    PageFile("/page/screens/account/addPhone.js", PackageResources.addPhone_js),
    PageFile("/page/screens/account/confirmFactor.js", PackageResources.confirmFactor_js),
    PageFile("/page/screens/account/firstPasskey.js", PackageResources.firstPasskey_js),
    PageFile("/page/screens/account/home.js", PackageResources.home_js),
    PageFile("/page/screens/account/security.js", PackageResources.security_js),
    PageFile("/page/screens/account/setPIN.js", PackageResources.setPIN_js),
    PageFile("/page/screens/approval/approve.js", PackageResources.approve_js),
    PageFile("/page/screens/approval/approveByCodes.js", PackageResources.approveByCodes_js),
    PageFile("/page/screens/approval/approveByPIN.js", PackageResources.approveByPIN_js),
    PageFile("/page/screens/approval/decided.js", PackageResources.decided_js),
    PageFile("/page/screens/purchase/buy.js", PackageResources.buy_js),
    PageFile("/page/screens/purchase/outcome.js", PackageResources.outcome_js),
    PageFile("/page/screens/purchase/pin.js", PackageResources.pin_js),
    PageFile("/page/screens/purchase/review.js", PackageResources.review_js),
    PageFile("/page/screens/signIn/linkOver.js", PackageResources.linkOver_js),
    PageFile("/page/screens/signIn/openWithApp.js", PackageResources.openWithApp_js),
    PageFile("/page/screens/signIn/phoneSignIn.js", PackageResources.phoneSignIn_js),
    PageFile("/page/screens/signIn/signUp.js", PackageResources.signUp_js),
    PageFile("/page/screens/signIn/welcome.js", PackageResources.welcome_js),
  ]

  /// Styles and icons.
  private static let appearance: [PageFile] = [
    PageFile("/page/styles/base.css", PackageResources.base_css),
    PageFile("/page/styles/controls.css", PackageResources.controls_css),
    PageFile("/page/styles/dialog.css", PackageResources.dialog_css),
    PageFile("/page/styles/icons.css", PackageResources.icons_css),
    PageFile("/page/styles/layout.css", PackageResources.layout_css),
    PageFile("/page/styles/links.css", PackageResources.links_css),
    PageFile("/page/styles/screens.css", PackageResources.screens_css),
    PageFile("/page/styles/timeline.css", PackageResources.timeline_css),
    PageFile("/page/styles/tokens.css", PackageResources.tokens_css),
    PageFile("/page/icons/buy.svg", PackageResources.buy_svg),
    PageFile("/page/icons/check.svg", PackageResources.check_svg),
    PageFile("/page/icons/clock.svg", PackageResources.clock_svg),
    PageFile("/page/icons/copy.svg", PackageResources.copy_svg),
    PageFile("/page/icons/deny.svg", PackageResources.deny_svg),
    PageFile("/page/icons/guilloche.svg", PackageResources.guilloche_svg),
    PageFile("/page/icons/history.svg", PackageResources.history_svg),
    PageFile("/page/icons/home.svg", PackageResources.home_svg),
    PageFile("/page/icons/info.svg", PackageResources.info_svg),
    PageFile("/page/icons/mail.svg", PackageResources.mail_svg),
    PageFile("/page/icons/mark.svg", PackageResources.mark_svg),
    PageFile("/page/icons/passkey.svg", PackageResources.passkey_svg),
    PageFile("/page/icons/phone.svg", PackageResources.phone_svg),
    PageFile("/page/icons/pin.svg", PackageResources.pin_svg),
    PageFile("/page/icons/returned.svg", PackageResources.returned_svg),
    PageFile("/page/icons/security.svg", PackageResources.security_svg),
    PageFile("/page/icons/signOut.svg", PackageResources.signOut_svg),
    PageFile("/page/icons/timeline.svg", PackageResources.timeline_svg),
    PageFile("/page/icons/warning.svg", PackageResources.warning_svg),
  ]
}

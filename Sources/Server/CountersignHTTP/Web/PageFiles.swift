/// Every file of the web page with its path; a test holds the list against the folder `Page`.
///
/// `PackageResources` is made by the build from that folder, one constant for each file name: names
/// are unique across its folders. The constants are static members, which Swift cannot enumerate,
/// and the build offers no table of them, so the list is written by hand.
enum PageFiles {
  static let all: [PageFile] =
    core + calls + passkeys + payment + reviews + links + factors + screens + appearance

  /// The document, its entry, its texts, what draws, and the timeline.
  private static let core: [PageFile] = [
    PageFile("/", PackageResources.index_html),
    PageFile("/link", PackageResources.index_html),
    PageFile("/page/main.js", PackageResources.main_js),
    PageFile("/page/texts.js", PackageResources.texts_js),
    PageFile("/page/core/announce.js", PackageResources.announce_js),
    PageFile("/page/core/button.js", PackageResources.button_js),
    PageFile("/page/core/confirm.js", PackageResources.confirm_js),
    PageFile("/page/core/countdown.js", PackageResources.countdown_js),
    PageFile("/page/core/deployment.js", PackageResources.deployment_js),
    PageFile("/page/core/element.js", PackageResources.element_js),
    PageFile("/page/core/explain.js", PackageResources.explain_js),
    PageFile("/page/core/field.js", PackageResources.field_js),
    PageFile("/page/core/idle.js", PackageResources.idle_js),
    PageFile("/page/core/keyPerEntry.js", PackageResources.keyPerEntry_js),
    PageFile("/page/core/loading.js", PackageResources.loading_js),
    PageFile("/page/core/moments.js", PackageResources.moments_js),
    PageFile("/page/core/money.js", PackageResources.money_js),
    PageFile("/page/core/navigation.js", PackageResources.navigation_js),
    PageFile("/page/core/notice.js", PackageResources.notice_js),
    PageFile("/page/core/onTheWay.js", PackageResources.onTheWay_js),
    PageFile("/page/core/once.js", PackageResources.once_js),
    PageFile("/page/core/pause.js", PackageResources.pause_js),
    PageFile("/page/core/placeRows.js", PackageResources.placeRows_js),
    PageFile("/page/core/places.js", PackageResources.places_js),
    PageFile("/page/core/screen.js", PackageResources.screen_js),
    PageFile("/page/core/timeLeft.js", PackageResources.timeLeft_js),
    PageFile("/page/core/untilAnswered.js", PackageResources.untilAnswered_js),
    PageFile("/page/session/account.js", PackageResources.account_js),
    PageFile("/page/session/signOut.js", PackageResources.signOut_js),
    PageFile("/page/timeline/draw.js", PackageResources.draw_js),
    PageFile("/page/timeline/record.js", PackageResources.record_js),
  ]

  /// One call of the server each.
  private static let calls: [PageFile] = [
    PageFile("/page/calls/approveTransaction.js", PackageResources.approveTransaction_js),
    PageFile("/page/calls/collectLink.js", PackageResources.collectLink_js),
    PageFile("/page/calls/denyTransaction.js", PackageResources.denyTransaction_js),
    PageFile("/page/calls/endLink.js", PackageResources.endLink_js),
    PageFile("/page/calls/endOtherSessions.js", PackageResources.endOtherSessions_js),
    PageFile("/page/calls/endSession.js", PackageResources.endSession_js),
    PageFile("/page/calls/events.js", PackageResources.events_js),
    PageFile("/page/calls/listCredentials.js", PackageResources.listCredentials_js),
    PageFile("/page/calls/listDevices.js", PackageResources.listDevices_js),
    PageFile("/page/calls/listProducts.js", PackageResources.listProducts_js),
    PageFile("/page/calls/listSessions.js", PackageResources.listSessions_js),
    PageFile("/page/calls/listTopUps.js", PackageResources.listTopUps_js),
    PageFile("/page/calls/listWaiting.js", PackageResources.listWaiting_js),
    PageFile("/page/calls/makeLink.js", PackageResources.makeLink_js),
    PageFile("/page/calls/openSession.js", PackageResources.openSession_js),
    PageFile("/page/calls/readDeployment.js", PackageResources.readDeployment_js),
    PageFile("/page/calls/readLinkedOptions.js", PackageResources.readLinkedOptions_js),
    PageFile("/page/calls/readOperation.js", PackageResources.readOperation_js),
    PageFile("/page/calls/readRegistrationOptions.js", PackageResources.readRegistrationOptions_js),
    PageFile("/page/calls/readSecondFactor.js", PackageResources.readSecondFactor_js),
    PageFile("/page/calls/readSessionOptions.js", PackageResources.readSessionOptions_js),
    PageFile("/page/calls/readTransaction.js", PackageResources.readTransaction_js),
    PageFile("/page/calls/readWallet.js", PackageResources.readWallet_js),
    PageFile("/page/calls/refusal.js", PackageResources.refusal_js),
    PageFile("/page/calls/registerCredential.js", PackageResources.registerCredential_js),
    PageFile("/page/calls/request.js", PackageResources.request_js),
    PageFile("/page/calls/requestApprovalCode.js", PackageResources.requestApprovalCode_js),
    PageFile("/page/calls/requestOwnCode.js", PackageResources.requestOwnCode_js),
    PageFile("/page/calls/requestSignInCode.js", PackageResources.requestSignInCode_js),
    PageFile("/page/calls/requestSignUp.js", PackageResources.requestSignUp_js),
    PageFile("/page/calls/revokeCredential.js", PackageResources.revokeCredential_js),
    PageFile("/page/calls/revokeDevice.js", PackageResources.revokeDevice_js),
    PageFile("/page/calls/storePIN.js", PackageResources.storePIN_js),
    PageFile("/page/calls/topUp.js", PackageResources.topUp_js),
    PageFile("/page/calls/verifyAssertion.js", PackageResources.verifyAssertion_js),
    PageFile("/page/calls/watchLink.js", PackageResources.watchLink_js),
    PageFile("/page/calls/watchTransactions.js", PackageResources.watchTransactions_js),
  ]

  /// Links that a phone opens.
  private static let links: [PageFile] = [
    PageFile("/page/links/collect.js", PackageResources.collect_js),
    PageFile("/page/links/linkOver.js", PackageResources.linkOver_js),
    PageFile("/page/links/linkPanel.js", PackageResources.linkPanel_js),
    PageFile("/page/links/qrCode.js", PackageResources.qrCode_js),
  ]

  /// What asks the browser.
  private static let passkeys: [PageFile] = [
    PageFile("/page/passkeys/base64url.js", PackageResources.base64url_js),
    PageFile("/page/passkeys/makePasskey.js", PackageResources.makePasskey_js),
    PageFile("/page/passkeys/prompt.js", PackageResources.prompt_js),
    PageFile("/page/passkeys/registerPasskey.js", PackageResources.registerPasskey_js),
    PageFile("/page/passkeys/signIn.js", PackageResources.signIn_js),
    PageFile("/page/passkeys/usePasskey.js", PackageResources.usePasskey_js),
  ]

  /// A payment from its challenge to its outcome.
  private static let payment: [PageFile] = [
    PageFile("/page/payment/askChallenge.js", PackageResources.askChallenge_js),
    PageFile("/page/payment/followOutcome.js", PackageResources.followOutcome_js),
    PageFile("/page/payment/memory.js", PackageResources.memory_js),
    PageFile("/page/payment/pay.js", PackageResources.pay_js),
    PageFile("/page/payment/payment.js", PackageResources.payment_js),
    PageFile("/page/payment/proveWithPasskey.js", PackageResources.proveWithPasskey_js),
  ]

  /// A transaction that a host wants reviewed, from the list to its decision.
  private static let reviews: [PageFile] = [
    PageFile("/page/reviews/countWrongCode.js", PackageResources.countWrongCode_js),
    PageFile("/page/reviews/decide.js", PackageResources.decide_js),
    PageFile("/page/reviews/mailCode.js", PackageResources.mailCode_js),
    PageFile("/page/reviews/openReview.js", PackageResources.openReview_js),
    PageFile("/page/reviews/signReview.js", PackageResources.signReview_js),
    PageFile("/page/reviews/waiting.js", PackageResources.waiting_js),
    PageFile("/page/reviews/waysToApprove.js", PackageResources.waysToApprove_js),
  ]

  /// Factors of the account.
  private static let factors: [PageFile] = [
    PageFile("/page/factors/newFactor.js", PackageResources.newFactor_js),
    PageFile("/page/factors/pinRules.js", PackageResources.pinRules_js),
    PageFile("/page/factors/proveFactor.js", PackageResources.proveFactor_js),
  ]

  /// What a person sees.
  private static let screens: [PageFile] = [
    PageFile("/page/screens/addPasskey.js", PackageResources.addPasskey_js),
    PageFile("/page/screens/addPhone.js", PackageResources.addPhone_js),
    PageFile("/page/screens/approve.js", PackageResources.approve_js),
    PageFile("/page/screens/approveByCodes.js", PackageResources.approveByCodes_js),
    PageFile("/page/screens/approveByPIN.js", PackageResources.approveByPIN_js),
    PageFile("/page/screens/approveByText.js", PackageResources.approveByText_js),
    PageFile("/page/screens/buy.js", PackageResources.buy_js),
    PageFile("/page/screens/buyFields.js", PackageResources.buyFields_js),
    PageFile("/page/screens/checking.js", PackageResources.checking_js),
    PageFile("/page/screens/codeForm.js", PackageResources.codeForm_js),
    PageFile("/page/screens/confirmFactor.js", PackageResources.confirmFactor_js),
    PageFile("/page/screens/credentialList.js", PackageResources.credentialList_js),
    PageFile("/page/screens/decided.js", PackageResources.decided_js),
    PageFile("/page/screens/demoHint.js", PackageResources.demoHint_js),
    PageFile("/page/screens/deviceList.js", PackageResources.deviceList_js),
    PageFile("/page/screens/enter.js", PackageResources.enter_js),
    PageFile("/page/screens/history.js", PackageResources.history_js),
    PageFile("/page/screens/home.js", PackageResources.home_js),
    PageFile("/page/screens/offerPasskey.js", PackageResources.offerPasskey_js),
    PageFile("/page/screens/openWithApp.js", PackageResources.openWithApp_js),
    PageFile("/page/screens/outcome.js", PackageResources.outcome_js),
    PageFile("/page/screens/passkeyFailed.js", PackageResources.passkeyFailed_js),
    PageFile("/page/screens/paymentList.js", PackageResources.paymentList_js),
    PageFile("/page/screens/penalty.js", PackageResources.penalty_js),
    PageFile("/page/screens/phoneSignIn.js", PackageResources.phoneSignIn_js),
    PageFile("/page/screens/pin.js", PackageResources.pin_js),
    PageFile("/page/screens/pinCode.js", PackageResources.pinCode_js),
    PageFile("/page/screens/registerCode.js", PackageResources.registerCode_js),
    PageFile("/page/screens/removableList.js", PackageResources.removableList_js),
    PageFile("/page/screens/review.js", PackageResources.review_js),
    PageFile("/page/screens/reviewFrame.js", PackageResources.reviewFrame_js),
    PageFile("/page/screens/security.js", PackageResources.security_js),
    PageFile("/page/screens/setPIN.js", PackageResources.setPIN_js),
    PageFile("/page/screens/signInCode.js", PackageResources.signInCode_js),
    PageFile("/page/screens/signUp.js", PackageResources.signUp_js),
    PageFile("/page/screens/summary.js", PackageResources.summary_js),
    PageFile("/page/screens/waitingList.js", PackageResources.waitingList_js),
    PageFile("/page/screens/welcome.js", PackageResources.welcome_js),
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

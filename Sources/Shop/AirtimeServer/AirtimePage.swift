public import CountersignPage

extension AirtimeShop: PagedModule {
  /// The wallet, the way to buy, and the history of what was bought.
  public var page: ModulePage {
    ModulePage(
      script: "airtime/main.js", styleSheets: ["airtime/airtime.css"],
      // `PackageResources` is made by the build from the folder `Page`.
      files: [
        PageFile("airtime/airtime.css", PackageResources.airtime_css),
        PageFile("airtime/buy.svg", PackageResources.buy_svg),
        PageFile("airtime/calls/topUps.js", PackageResources.topUps_js),
        PageFile("airtime/formats.js", PackageResources.formats_js),
        PageFile("airtime/guilloche.svg", PackageResources.guilloche_svg),
        PageFile("airtime/history.svg", PackageResources.history_svg),
        PageFile("airtime/main.js", PackageResources.main_js),
        PageFile("airtime/parts/buyFields.js", PackageResources.buyFields_js),
        PageFile("airtime/parts/homeTile.js", PackageResources.homeTile_js),
        PageFile("airtime/parts/paymentFrame.js", PackageResources.paymentFrame_js),
        PageFile("airtime/parts/paymentList.js", PackageResources.paymentList_js),
        PageFile("airtime/payment/askChallenge.js", PackageResources.askChallenge_js),
        PageFile("airtime/payment/outcomes.js", PackageResources.outcomes_js),
        PageFile("airtime/payment/pay.js", PackageResources.pay_js),
        PageFile("airtime/payment/payment.js", PackageResources.payment_js),
        PageFile("airtime/returned.svg", PackageResources.returned_svg),
        PageFile("airtime/screens.js", PackageResources.screens_js),
        PageFile("airtime/screens/buy.js", PackageResources.buy_js),
        PageFile("airtime/screens/history.js", PackageResources.history_js),
        PageFile("airtime/screens/outcome.js", PackageResources.outcome_js),
        PageFile("airtime/screens/pin.js", PackageResources.pin_js),
        PageFile("airtime/screens/review.js", PackageResources.review_js),
        PageFile("airtime/texts.js", PackageResources.texts_js),
      ])
  }
}

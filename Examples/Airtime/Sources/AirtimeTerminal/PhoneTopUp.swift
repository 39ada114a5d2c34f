import AirtimeClient
import ArgumentParser
import CountersignCommands

/// `airtime phone topup`: buys airtime through the flow.
struct PhoneTopUp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "topup",
    abstract: "buy airtime, with biometrics or with the PIN",
    discussion: """
      Shows what will be signed, asks, and refuses a challenge that does not match what it shows.

      example: airtime phone topup --amount 500 --product AIRTIME_MTN --to 08012345678
      """)

  @OptionGroup var options: PhoneOptions

  @Option(help: "What is paid, in whole units of the server's currency.")
  var amount: Int64

  @Option(help: "The product's code.")
  var product: String

  @Option(help: "The telephone number that receives the airtime.")
  var to: String

  @Option(help: "The supplier; the product's first one without it.")
  var supplier: String?

  @Flag(help: "Spend cashback first.")
  var cashback = false

  @Flag(help: "Pay once more, where an earlier command, whose answer was lost, has paid the same.")
  var again = false

  @Option(help: "Prove with this PIN.")
  var pin: String?

  @Flag(help: "Ask the server for no challenge, only for the PIN: one network call.")
  var pinOnly = false

  @Option(help: "Prove with biometrics: by a token (three calls) or straight (two calls).")
  var biometrics: ProofPathOption?

  enum ProofPathOption: String, ExpressibleByArgument, CaseIterable {
    case token
    case straight
  }

  func validate() throws {
    let words = ShopWords(options.readLanguage)
    guard amount > 0 else { throw ValidationError(words.wholeAmount) }
    guard pin == nil || biometrics == nil else {
      throw ValidationError(words.notBoth("--pin", "--biometrics"))
    }
    guard !pinOnly || biometrics == nil else {
      throw ValidationError(words.notBoth("--pin-only", "--biometrics"))
    }
  }

  func run() async throws {
    let payload = TopUpPayload(
      amount: amount, productCode: product, recipientPhone: to, supplierSlug: supplier,
      useCashback: cashback ? true : nil)
    let action = TopUp(payload)
    let words = ShopWords(options.readLanguage)
    try await Phone.use(options, texts: words.reasons) { phone in
      let wallet = phone.hasPerson ? try await requireFunds(phone, words) : nil
      // Without a challenge there is no document either: the person sees what was typed.
      if pinOnly { Console.table(payload.rows(wallet?.currency, in: words)) }
      let answers = GivenAnswers(pin: pin, biometrics: biometrics == nil ? nil : true)
      let performed = try await phone.perform(action, answers, isMeantAgain: again) { manager in
        try await manager.start(
          action, level: pinOnly ? .fallbackOnly : .biometricsWithFallback,
          proofPath: biometrics == .straight ? .straight : .token)
      }
      guard let result = performed.result else { return }
      let topUp = try action.result(of: result)
      let earlier = performed.isEarlier ? words.earlier : ""
      // Where no document was shown, the person typed whole units of the one currency.
      let currency = performed.document?.currency ?? wallet?.currency
      let (paid, balance) = (
        words.text(topUp.amount, in: currency), words.text(topUp.balance, in: currency)
      )
      options.print(
        "\(earlier)\(words.status(topUp.status)), \(words.paid) \(paid), "
          + "\(words.balance) \(balance)  " + Console.small(topUp.transactionID), json: topUp.json)
    }
  }

  /// Refuses what the wallet does not pay for, before the person is asked for anything.
  ///
  /// - Returns: The wallet; nil for a session that may not see it. That one buys all the same: the
  ///   server has the last word.
  private func requireFunds(
    _ phone: Phone, _ words: ShopWords
  ) async throws -> WalletAnswer? {
    guard let wallet = try? await phone.session().wallet() else { return nil }
    guard wallet.balance + (cashback ? wallet.cashback : 0) < amount,
      let text = words.reasons[Reason.insufficientFunds.code]
    else { return wallet }
    let held = "\(words.balance) \(words.text(wallet.balance, in: wallet.currency))"
    throw CommandFailure(.refused, "\(text.sentence): \(held)", hint: text.hint)
  }
}

extension Document {
  /// The currency of the amount in it; nil where there is none.
  fileprivate var currency: String? {
    fields.lazy.compactMap { field in
      if case .money(let money) = field.value { money.currency } else { nil }
    }.first
  }
}

extension TopUpPayload {
  /// The order in its own words, where the server has not said it in a document.
  fileprivate func rows(
    _ currency: String?, in words: ShopWords
  ) -> [(String, String)] {
    let paid = words.text(amount, in: currency)
    return [(words.amount, paid), (words.product, productCode), (words.number, recipientPhone)]
      + (supplierSlug.map { [(words.supplier, $0)] } ?? [])
      + (useCashback == true ? [(words.cashback, words.first)] : [])
  }
}

/// `airtime phone wallet`: shows what the wallet holds and what was bought.
struct PhoneWallet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "show what the wallet holds and what was bought",
    discussion: "example: airtime phone wallet")

  @OptionGroup var options: PhoneOptions

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let (session, wallet) = try await phone.read(of: phone.account(named: account)) { session in
        try await session.wallet()
      }
      let bought = try await session.topUps()
      let words = ShopWords(options.readLanguage)
      var lines = ["\(words.balance) \(words.text(wallet.balance, in: wallet.currency))"]
      if wallet.cashback > 0 {
        lines.append("\(words.cashback) \(words.text(wallet.cashback, in: wallet.currency))")
      }
      lines += bought.topUps.map { item in
        let transaction = item.transaction
        return [
          ShownTime.text(item.timestamp, here: words.here), words.status(item.status),
          words.text(transaction.amount, in: transaction.currency), transaction.payee,
          words.recipient(transaction.recipientPhone), Console.small(item.transactionID),
        ].joined(separator: "  ")
      }
      guard case .object(var json) = wallet.json, case .object(let list) = bought.json else {
        return
      }
      for name in list.names { json[name] = list[name] }
      options.print(lines: lines, json: .object(json))
    }
  }
}

/// `airtime phone products`: shows what can be bought.
struct PhoneProducts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "products",
    abstract: "show what can be bought, with its code",
    discussion: """
      The code is what --product of airtime phone topup takes.

      example: airtime phone products
      """)

  @OptionGroup var options: PhoneOptions

  func run() async throws {
    try await Phone.use(options) { phone in
      let list = try await phone.read { try await $0.products() }.answer
      options.print(
        list: list.products.map { $0.line(in: ShopWords(options.readLanguage)) }, "products",
        of: list.json)
    }
  }
}

extension ProductList.Item {
  /// The product in a list; what a command takes of it stands last.
  fileprivate func line(in words: ShopWords) -> String {
    let (least, most) = (
      words.text(minimumAmount, in: currency), words.text(maximumAmount, in: currency)
    )
    // One that a command takes as it stands; the others are named before it.
    let others = suppliers.count > 1 ? suppliers.joined(separator: ", ") + "  " : ""
    let chosen = suppliers.first.map { " --supplier \($0)" } ?? ""
    return "\(name)  \(words.range(least, most))  \(others)"
      + Console.small("--product \(productCode)\(chosen)")
  }
}

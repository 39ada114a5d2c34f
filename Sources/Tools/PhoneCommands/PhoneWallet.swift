import ArgumentParser
import CountersignClient
import WireModel

/// `countersign phone wallet`: shows what the wallet holds and what was bought.
struct PhoneWallet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "show what the wallet holds and what was bought",
    discussion: "example: countersign phone wallet")

  @OptionGroup var options: PhoneOptions

  func run() async throws {
    try await Phone.use(options) { phone in
      let session = try await phone.session()
      let wallet = try await session.wallet()
      Console.print("balance \(wallet.balance) \(wallet.currency)")
      if wallet.cashback > 0 { Console.print("cashback \(wallet.cashback) \(wallet.currency)") }
      for item in try await session.topUps().topUps {
        let transaction = item.transaction
        Console.print(
          "\(item.timestamp) \(item.status.rawValue) \(transaction.amount) "
            + "\(transaction.currency) \(transaction.payee) for \(transaction.recipientPhone)")
      }
    }
  }
}

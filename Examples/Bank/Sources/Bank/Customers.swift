import CountersignServer
import Crypto
import CryptoExtras
import Foundation

struct Password: JSONBody { var customer, password: String }
struct Person: JSONBody { var name: String? }

struct Customer: Sendable {
  let number, name, mail: String
  private let salt: [UInt8]
  private let hash: SymmetricKey

  init(_ number: String, _ name: String, mail: String, password: String) throws {
    (self.number, self.name, self.mail) = (number, name, mail)
    salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    hash = try Self.hash(password, salt)
  }

  func hasPassword(_ password: String) throws -> Bool { try Self.hash(password, salt) == hash }

  private static func hash(_ password: String, _ salt: [UInt8]) throws -> SymmetricKey {
    try KDF.Scrypt.deriveKey(
      from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 15, blockSize: 8,
      parallelism: 3)
  }
}

/// The customers and their sessions: your bank has its database here, and counts wrong passwords.
actor Customers {
  /// The customers by their numbers, which are all that Countersign knows of them.
  nonisolated let all: [String: Customer]
  private var sessions: [String: Customer] = [:]

  init() throws {
    let demo = try [
      Customer("CUST-4711", "Ada", mail: "ada@example.com", password: "correct horse"),
      Customer("CUST-4712", "Bola", mail: "bola@example.com", password: "battery staple"),
    ]
    all = Dictionary(uniqueKeysWithValues: demo.map { ($0.number, $0) })
  }

  func customer(of entered: Password) throws -> Customer? {
    // A number of nobody takes as long as a wrong password.
    let customer = all[entered.customer] ?? all.values.first
    return try customer?.hasPassword(entered.password) == true ? all[entered.customer] : nil
  }

  func openSession(of customer: Customer) -> String {
    let token = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
    sessions[token] = customer
    return token
  }

  func person(session token: String) -> Person { Person(name: sessions[token]?.name) }

  func signOut(_ token: String) -> Person {
    sessions[token] = nil
    return Person()
  }
}

/// Says by the bank's own table where a customer's mail goes.
struct CustomerDirectory: Directory {
  let customers: Customers
  func addresses(of addressee: Addressee) async throws -> Addresses? {
    try customers.all[addressee.name.text].map { Addresses(email: try EmailAddress($0.mail)) }
  }
}

/// Appends each message to a file, where a bank would mail it.
struct MailFile: Messenger {
  let path: String
  func deliver(_ message: Message) async throws {
    let text = message.code.map { "your code is \($0.exposed)" } ?? "your account has changed"
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DeliveryError(reason: "the mail cannot be written") }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      .write(contentsOf: Data("\(message.recipient): \(text)\n".utf8))
  }
}

import ArgumentParser
import CountersignCommandsTLS
import CountersignDelivery
import CountersignTLS
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WireModel

@testable import ServerCommands

@Suite("A mail server for serve")
struct MailServerOptionTests {
  private static let sender = ["--mail-from", "no-reply@example.com"]
  private static let variable = "COUNTERSIGN_SMTP_PASSWORD"

  @Test("smtps has TLS from the first byte, smtp STARTTLS, and this machine neither")
  func protections() throws {
    for (url, host, port, protection) in [
      ("smtps://mail.example.com", "mail.example.com", 465, .tls),
      ("smtps://mail.example.com:2465/", "mail.example.com", 2465, .tls),
      ("smtp://mail.example.com", "mail.example.com", 587, .startTLS),
      ("SMTP://192.0.2.1:25", "192.0.2.1", 25, .startTLS),
      ("smtp://localhost:1025", "localhost", 1025, .none),
      ("smtp://127.0.0.1:25", "127.0.0.1", 25, .none), ("smtp://[::1]:25", "::1", 25, .none),
      ("smtps://localhost", "localhost", 465, .tls),
      // Whatever such a name stands for: it is not known to be this machine.
      ("smtp://localhost.example.com", "localhost.example.com", 587, .startTLS),
    ] as [(String, String, Int, SMTPAddress.Protection)] {
      let address = try SMTPAddress(host: host, port: port, protection: protection)
      #expect(
        try delivery(["--smtp", url]) == .smtp(address, nil, sender: "no-reply@example.com"))
    }
  }

  @Test(
    "a mail server that cannot be meant is wrong use, and no password of it is repeated",
    arguments: [
      ["mail.example.com"], ["http://mail.example.com"], ["smtp+tls://mail.example.com"],
      ["smtps://"], ["smtps://mail.example.com:0"], ["smtps://mail.example.com:65536"],
      ["smtps://mail.example.com:port"], ["smtps://mail.example.com/inbox"],
      ["smtps://mail.example.com?a=b"], ["smtps://mail.example.com#a"],
      ["smtps://bank:pw@mail.example.com"], ["smtps://bank@mail.example.com"],
      ["smtps://mail.example.com", "--smtp-password-file", "/pw"],
      ["smtp://bank@localhost:1025", "--smtp-password-file", "/pw"],
      ["smtps://@mail.example.com", "--smtp-password-file", "/pw"],
      ["smtps://a%0D%0Ab@mail.example.com", "--smtp-password-file", "/pw"],
      ["smtps://mail.example.com", "--sendmail", "/m"],
      ["smtps://mail.example.com", "--webhook", "https://a.com"],
    ])
  func wrongUse(_ arguments: [String]) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try delivery(["--smtp"] + arguments)
    }
    #expect(failure?.exit == .wrongUse)
    #expect(failure?.hint != nil)
    #expect(failure?.cause.contains("pw") == false)
  }

  @Test("mail by a server needs a sender")
  func sender() throws {
    for sender in [[], ["--mail-from", "nobody"], ["--mail-from", "a@b.c\nBcc: x@y.z"]] {
      let failure = #expect(throws: CommandFailure.self) {
        try delivery(["--smtp", "smtps://mail.example.com"], sender: sender)
      }
      #expect(failure?.exit == .wrongUse)
    }
  }

  @Test("the password comes from a file or from the environment, and from one of them")
  func sources() throws {
    let url = "smtps://bank%40example.com@mail.example.com"
    let address = try SMTPAddress(
      host: "mail.example.com", protection: .tls, user: "bank@example.com")
    let sender = "no-reply@example.com"
    #expect(
      try delivery(["--smtp", url, "--smtp-password-file", "/p"])
        == .smtp(address, .file("/p"), sender: sender))
    #expect(
      try delivery(
        [],
        [
          "COUNTERSIGN_SMTP_URL": url, "COUNTERSIGN_SMTP_PASSWORD_FILE": "/p",
        ]) == .smtp(address, .file("/p"), sender: sender))
    let inEnvironment = try delivery(["--smtp", url], [Self.variable: "pass word"])
    #expect(inEnvironment == .smtp(address, .text(SecretText("pass word")), sender: sender))
    var dumped = ""
    dump(inEnvironment, to: &dumped)
    #expect(!dumped.contains("pass word") && !"\(inEnvironment)".contains("pass word"))
    for (arguments, environment) in [
      (["--smtp", url, "--smtp-password-file", "/p"], [Self.variable: "x"]),
      (["--smtp", url], [Self.variable: ""]),
      (["--smtp", "smtps://mail.example.com"], [Self.variable: "x"]),
    ] {
      let failure = #expect(throws: CommandFailure.self) {
        try delivery(arguments, environment)
      }
      #expect(failure?.exit == .wrongUse)
    }
  }

  @Test("the file of options has the address beside the password's file, and no password")
  func configurationFile() throws {
    let folder = try TemporaryFolder()
    let members = #""url": "smtps://bank@mail.example.com", "password""#
    let file = try folder.configuration(
      #"{"smtp": {\#(members): {"file": "/p"}}, "mail": {"from": "no-reply@example.com"}}"#)
    let address = try SMTPAddress(
      host: "mail.example.com", protection: .tls, user: "bank")
    #expect(
      try delivery(["--config", file], sender: [])
        == .smtp(address, .file("/p"), sender: "no-reply@example.com"))
    let other = try folder.configuration(#"{"smtp": {\#(members): "pw"}}"#)
    let failure = #expect(throws: CommandFailure.self) { try delivery(["--config", other]) }
    #expect(failure?.cause.contains("pw") == false)
  }

  @Test("a password's file is one line that its owner alone can read")
  func passwordFile() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("password")
    let missing = #expect(throws: CommandFailure.self) { try SMTPPassword.file(file).read() }
    #expect(missing?.exit == .environment && missing?.cause.contains(file) == true)
    try PrivateFile.create(file, Array("pass word \n".utf8))
    #expect(try SMTPPassword.file(file).read() == SecretText("pass word "))
    for content in ["", "\n", "two\nlines\n", "\u{0}"] {
      try PrivateFile.replace(file, Array(content.utf8))
      let isOne = content == "\u{0}"
      #expect((try? SMTPPassword.file(file).read()) == (isOne ? SecretText(content) : nil))
    }
    try PrivateFile.replace(file, [0xFF, 0xFE])
    #expect(throws: CommandFailure.self) { try SMTPPassword.file(file).read() }
    try folder.open(file)
    let open = #expect(throws: CommandFailure.self) { try SMTPPassword.file(file).read() }
    #expect(open?.cause.contains("can be read by others") == true)
  }

  @Test("a messenger takes no password that no sign-in could carry")
  func impossiblePassword() throws {
    let address = try SMTPAddress("smtps://bank@mail.example.com")
    for password in ["", "a\u{0}b", String(repeating: "a", count: 1025)] {
      let error = #expect(throws: SMTPAddressError.self) {
        try SMTPMessenger(
          address: address, password: SecretText(password), sender: "no-reply@example.com")
      }
      #expect(error?.code == .password)
    }
  }

  @Test("over a mail server no text message goes")
  func channels() throws {
    #expect(try delivery(["--smtp", "smtps://mail.example.com"]).channels == [.email])
  }

  private func delivery(
    _ arguments: [String], _ environment: [String: String] = [:], sender: [String] = sender
  ) throws -> ServeConfiguration.Delivery {
    try ProgramTLS.$current.withValue(.standard) {
      try ServeConfiguration(
        try ServeCommand<NoModules>.parse(arguments + sender), environment: environment
      ).delivery
    }
  }
}

extension TemporaryFolder {
  /// Lets others read a file.
  fileprivate func open(_ file: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
  }
}

import AirtimeServer
import AirtimeTesting
import BrowserTesting
import CountersignCore
import CountersignPage
import Foundation
import ProgramTesting
import SecretSearch
import Testing
import WebAuthnModel

/// Runs a test in a browser of its own and closes it.
///
/// Where the test throws, a picture of the page is left in `.build/browser-failures`; the tests say
/// what they expect by `#require` for that. At its end no test may have broken the page's
/// Content-Security-Policy or left an error in the console.
func withBrowser(
  _ name: String = #function, languages: String = "en-NG,en",
  _ test: (Browser) async throws -> Void
) async throws {
  let browser = try await Browser(try Stage.present().driver, languages: languages)
  do {
    try await browser.watchViolations()
    try await test(browser)
    try await browser.requireNoViolations()
  } catch {
    try? await keepPicture(of: browser, name: name)
    try? await browser.close()
    throw error
  }
  let watch = SecretWatch("the browser of \(name)")
  for cookie in try await browser.send("GET", "cookie").elements {
    watch.note("cookie", cookie["value"]?.text ?? "")
  }
  try await browser.close()
}

/// Runs a test in a browser of its own, with a server whose clock the test turns.
func withClockedServer(
  _ name: String = #function, scenarios: [DeclaredScenario] = [],
  modules: [any Module] = [AirtimeShop.tested(ScriptedSupplier())], theme: PageTheme? = nil,
  lockSeconds: Int = 180, change: (inout ServicePolicy) -> Void = { _ in },
  _ test: (Browser, ClockedServer) async throws -> Void
) async throws {
  try await ClockedServer.run(
    modules: modules, scenarios: scenarios, theme: theme, lockSeconds: lockSeconds, change: change
  ) { server in
    try await withBrowser(name) { try await test($0, server) }
  }
}

/// Runs a test in a browser of its own, with a demo server that the test may kill.
func withMortalServer(
  _ name: String = #function, _ test: (Browser, DemoServer) async throws -> Void
) async throws {
  let folder = try TemporaryFolder()
  let server = try DemoServer(BuiltProgram.airtime, folder: folder.file("data"))
  try await withBrowser(name) { try await test($0, server) }
}

extension Browser {
  /// Makes a language the one that the person reads.
  func speak(_ language: String) async throws {
    let agent = try await run("return navigator.userAgent")
    try await develop(
      "Emulation.setUserAgentOverride",
      ["userAgent": agent, "acceptLanguage": .string(language)])
  }
}

private func keepPicture(of browser: Browser, name: String) async throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../.build/browser-failures").standardizedFileURL
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let letters = name.filter { $0.isLetter || $0.isNumber }
  try await browser.picture().write(to: folder.appending(path: "\(letters).png"))
}

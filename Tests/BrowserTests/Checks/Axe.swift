import BrowserTesting
import Foundation
import Testing
import WebAuthnModel

/// axe-core, which `make verify STEPS=accessibility` fetches; it is no part of this project.
///
/// It runs in a world of its own, so that the page's Content-Security-Policy stays as it is.
struct Axe: Sendable {
  /// Its script, from the file that `COUNTERSIGN_AXE` names; nil where that is not set.
  static let wanted: Axe? = ProcessInfo.processInfo.environment["COUNTERSIGN_AXE"].map { path in
    Axe(script: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "throw new Error(path)")
  }

  private let script: String

  /// What it finds on the screen that is shown: in light, dark and forced colours, in a window of
  /// 320 pixels, and at 400 % of one of 1280 by 1024.
  func problems(on screen: String, _ browser: Browser) async throws -> [String] {
    let world = try await world(browser)
    let wide: JSONValue = ["width": 1280, "height": 1000, "deviceScaleFactor": 1, "mobile": false]
    let phone: JSONValue = ["width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": false]
    let zoomed: JSONValue = ["width": 320, "height": 256, "deviceScaleFactor": 4, "mobile": false]
    var problems: [String] = []
    for (name, scheme, forced, metrics) in [
      ("light", "light", "none", wide), ("dark", "dark", "none", wide),
      ("forced colours", "dark", "active", wide), ("320 pixels", "light", "none", phone),
      ("400 %", "light", "none", zoomed),
    ] {
      try await browser.develop("Emulation.setDeviceMetricsOverride", metrics)
      try await browser.develop(
        "Emulation.setEmulatedMedia",
        [
          "features": [
            ["name": "prefers-color-scheme", "value": .string(scheme)],
            ["name": "forced-colors", "value": .string(forced)],
            ["name": "prefers-reduced-motion", "value": "reduce"],
          ]
        ])
      problems += try await run(browser, in: world).map { "\(screen), \(name): axe: \($0)" }
    }
    try await browser.develop("Emulation.clearDeviceMetricsOverride")
    try await browser.develop(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "forced-colors", "value": "none"],
          ["name": "prefers-reduced-motion", "value": "reduce"],
        ]
      ])
    return problems
  }

  private func world(_ browser: Browser) async throws -> JSONValue {
    let tree = try await browser.develop("Page.getFrameTree")
    let frame = tree["frameTree"]?["frame"]?["id"] ?? .null
    let made = try await browser.develop(
      "Page.createIsolatedWorld", ["frameId": frame, "worldName": "axe"])
    let world = made["executionContextId"] ?? .null
    _ = try await evaluate(script + "\n;0", browser, in: world)
    return world
  }

  private func run(_ browser: Browser, in world: JSONValue) async throws -> [String] {
    let found = try await evaluate(
      """
      axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a",
        "wcag21aa", "wcag22aa", "best-practice"] })
        .then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
          nodes.map(({ html, any }) =>
            `${id} (${help}): ${html.slice(0, 120)} ${any[0]?.message ?? ""}`)))
      """, browser, in: world)
    return found.texts
  }

  private func evaluate(
    _ expression: String, _ browser: Browser, in world: JSONValue
  ) async throws -> JSONValue {
    let answer = try await browser.develop(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "contextId": world, "awaitPromise": true,
        "returnByValue": true,
      ])
    try #require(answer["exceptionDetails"] == nil, "\(answer)")
    return answer["result"]?["value"] ?? .null
  }
}

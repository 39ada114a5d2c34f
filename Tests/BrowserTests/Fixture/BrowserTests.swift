import BrowserTesting
import Testing

/// The web page in a headless Chromium with a virtual authenticator, against the built server: what
/// a person does at an account, and the page itself.
///
/// One browser at a time: they share the machine with the other tests. ``BrowserApprovalTests`` run
/// beside, since a browser that waits for a page leaves a core idle.
@Suite(
  "the web page", .serialized,
  .enabled(if: ChromeDriver.isWanted, "no chromedriver here: Scripts/install-packages"),
  .onStage)
enum BrowserTests {}

/// What a person approves at the page, and a phone or a payment brings to it.
@Suite(
  "approvals at the web page", .serialized,
  .enabled(if: ChromeDriver.isWanted, "no chromedriver here: Scripts/install-packages"),
  .onStage)
enum BrowserApprovalTests {}

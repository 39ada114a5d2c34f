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

/// The page in a browser where a person approves, and where a phone or a payment comes to it.
@Suite(
  "approvals at the web page", .serialized,
  .enabled(if: ChromeDriver.isWanted, "no chromedriver here: Scripts/install-packages"),
  .onStage)
enum BrowserApprovalTests {}

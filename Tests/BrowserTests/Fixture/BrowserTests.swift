import BrowserTesting
import Testing

/// The web page in a headless Chromium with a virtual authenticator, against the built server.
///
/// One browser at a time: they share the machine with the other tests.
@Suite(
  "the web page", .serialized,
  .enabled(if: ChromeDriver.isWanted, "no chromedriver here: Scripts/install-packages"),
  .onStage)
enum BrowserTests {}

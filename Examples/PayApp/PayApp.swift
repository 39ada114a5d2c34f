import CountersignObservation
import Foundation
import SwiftUI

/// An app that approves payments: enrol by a link, unlock, approve, PIN, settings, log out.
///
/// All that it shows comes from one ``CountersignModel``, which it runs for as long as it lives.
@main
struct PayApp: App {
  @Environment(\.scenePhase) private var scenePhase
  @State private var pay: Pay

  init() { self.init(server: "https://pay.example.com", relyingParty: "pay.example.com") }

  /// The same app at another server, as a test has it.
  init(server: String, relyingParty: String) {
    _pay = State(wrappedValue: Pay(server: server, relyingParty: relyingParty))
  }

  var body: some Scene {
    WindowGroup {
      RootView(pay: pay)
        .task { await pay.model.run() }
        .task { await pay.follow() }
        .task { await pay.watch() }
        .onOpenURL { url in
          Task { await pay.open(url.absoluteString) }
        }
        // The lock is told, and locks after five minutes in the background.
        .onChange(of: scenePhase, initial: true) { _, phase in
          Task { await pay.sceneChanged(isActive: phase == .active) }
        }
        .alert(pay.message ?? "", isPresented: $pay.hasMessage) {
          Button("OK") { pay.message = nil }
        }
    }
  }
}

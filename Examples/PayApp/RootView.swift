import CountersignObservation
import SwiftUI

/// The screen of the account in front: it follows the model's stage and nothing else.
struct RootView: View {
  let pay: Pay

  var body: some View {
    ZStack {
      switch pay.model.stage {
      case .starting: ProgressView()
      case .noAccount: WelcomeView()
      case .locked(let account, let phase): UnlockView(pay: pay, account: account, phase: phase)
      case .open(let open): HomeView(pay: pay, open: open)
      }
    }
    .sheet(item: pay.screens.shown) { shown in
      ScreenView(shown: shown, ways: pay.model.ways)
    }
    .sheet(item: pay.flowSheet) { asked in
      FlowView(pay: pay, flow: asked.flow)
    }
  }
}

/// A phone without an account: it is enrolled by a link, from a screen where the person is signed
/// in.
struct WelcomeView: View {
  var body: some View {
    ContentUnavailableView(
      "No account yet", systemImage: "qrcode",
      description: Text(
        "Sign in at pay.example.com, choose “Add a phone”, and point this phone's camera at the "
          + "code."))
  }
}

import CountersignObservation
import SwiftUI

/// The payments that wait, and the way to the settings.
struct HomeView: View {
  let pay: Pay
  let open: CountersignModel.OpenAccount

  var body: some View {
    NavigationStack {
      List {
        if pay.isSignedOut { Button("Sign in") { Task { await pay.signIn() } } }
        Section("Waiting for you") {
          if open.waiting.isEmpty {
            Text("A payment that needs your approval is shown here as it comes.")
          }
          ForEach(open.waiting, id: \.id) { transaction in
            Button(transaction.transaction.payee ?? "Request") {
              Task { await pay.attempt { try await pay.context.announce(transaction.id) } }
            }
          }
        }
        if open.accounts.count > 1 {
          Section("Accounts") {
            ForEach(open.accounts, id: \.id) { account in
              Button(account.displayName) {
                Task { await pay.attempt { try await pay.model.use(account.id) } }
              }
              .disabled(account == open.account)
            }
          }
        }
        NavigationLink("Settings") { SettingsView(pay: pay, account: open.account) }
      }
      .navigationTitle(open.account.displayName)
      .task { await pay.signInIfNeeded() }
    }
  }
}

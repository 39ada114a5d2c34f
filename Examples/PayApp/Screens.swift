import CountersignObservation
import Observation
import SwiftUI

/// The screens of a transaction: the context asks for one, and gets what the person did with it.
@MainActor
@Observable
final class Screens: Navigator {
  /// A screen that waits for its answer.
  struct Shown: Identifiable {
    let id: Int
    var screen: Screen
    let answer: @MainActor (ScreenAnswer) -> Void
  }

  private var current: Shown?
  @ObservationIgnored private var count = 0
  @ObservationIgnored private var waiting: CheckedContinuation<ScreenAnswer, Never>?

  /// The screen for a sheet; pulling the sheet down leaves.
  var shown: Binding<Shown?> {
    Binding(get: { self.current }, set: { if $0 == nil { self.give(.leave) } })
  }

  /// Shows a screen until it is answered, or of no use any more.
  func show(_ screen: Screen) async -> ScreenAnswer {
    count += 1
    let number = count
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting = continuation
        current = Shown(id: number, screen: screen) { self.give($0) }
        // Whoever cancelled before it stood here told nobody.
        if Task.isCancelled { give(.leave) }
      }
    } onCancel: {
      Task { @MainActor in if self.count == number { self.give(.leave) } }
    }
  }

  /// Shows what has changed of the screen: it is being processed.
  func update(_ screen: Screen) async {
    current?.screen = screen
  }

  private func give(_ answer: ScreenAnswer) {
    let asker = waiting
    waiting = nil
    current = nil
    asker?.resume(returning: answer)
  }
}

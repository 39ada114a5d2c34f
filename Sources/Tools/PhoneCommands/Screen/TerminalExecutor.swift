import Dispatch

/// A thread for whoever waits for a person, so that the few that tasks share go on meanwhile.
final class TerminalExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "terminal")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: UnownedSerialExecutor(ordinary: self)) }
  }
}

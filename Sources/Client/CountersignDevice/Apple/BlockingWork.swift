#if canImport(Security)
  import Foundation

  /// Runs calls of the system that block their thread.
  ///
  /// The Keychain and the Secure Enclave answer when another process does. The pool of Swift's
  /// tasks has a thread for each core, and whoever blocks one holds up all else in the app.
  enum BlockingWork {
    private static let executor = BlockingExecutor()

    /// Runs `work` on a thread outside of the pool, with the values of its task.
    ///
    /// - Parameter work: The calls that block.
    /// - Returns: Its value.
    /// - Throws: Its error.
    static func run<Value: Sendable, Failure: Error>(
      _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
      try await withTaskExecutorPreference(executor) { () async throws(Failure) -> Value in
        try work()
      }
    }
  }

  /// An executor whose threads may block.
  private final class BlockingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "countersign.blocking", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { [self] in
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }
#endif

/// Where the request that runs wants its work to run.
///
/// A task that outlives its request does not inherit that wish: it would run on the shared pool of
/// threads, and both its start and its end would wake a thread.
package enum RequestExecutor {
  /// The executor of this task's request; nil outside any, or where the shared pool serves.
  @TaskLocal package static var current: (any TaskExecutor)?
}

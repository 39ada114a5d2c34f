import CountersignCore
package import HummingbirdCore
import Logging
import NIOCore

/// Serves a connection on its own event loop.
///
/// On the shared pool of threads each part of a request that comes, and each part of an answer that
/// goes, wakes a thread of the other kind; that costs more than what a route does in between. What
/// takes long (a commit, a PIN's hash) waits on threads of its own, never here.
struct EventLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  /// The paces of the server's loops; nil where nothing is shed.
  let paces: LoopPaces?

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    base.setup(channel: channel, logger: logger)
  }

  func handle(value: Base.Value, logger: Logger) async {
    let executor = EventLoopExecutor(value.channel.eventLoop)
    let pace = paces?.pace(of: value.channel.eventLoop)
    await RequestExecutor.$current.withValue(executor) {
      await LoopPace.$current.withValue(pace) {
        await withTaskExecutorPreference(executor) {
          await base.handle(value: value, logger: logger)
        }
      }
    }
  }
}

extension HTTPServerBuilder {
  /// HTTP/1.1, each connection served on its own event loop.
  package static func http1OnEventLoops(
    configuration: HTTP1Channel.Configuration = .init(), paces: LoopPaces? = nil
  ) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      EventLoopChannel(
        base: HTTP1Channel(responder: responder, configuration: configuration), paces: paces)
    }
  }
}

/// Runs the jobs of tasks on an event loop, between what its connections bring.
private final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

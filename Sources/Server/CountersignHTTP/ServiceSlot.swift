public import CountersignCore
import Synchronization

/// Holds the service for the routes.
///
/// A server binds its port before its service can be made: without a configured origin the origin
/// is the port. Until then a request is told that the server is busy.
public final class ServiceSlot: Sendable {
  private let holder: Mutex<Holder?>

  /// A slot, empty or with the service.
  public init(_ service: Service? = nil) { holder = Mutex(service.map(Holder.init)) }

  /// Puts the service in.
  public func fill(_ service: Service) { holder.withLock { $0 = Holder(service: service) } }

  /// The service, behind one reference: copying it field by field would cost each request.
  var filled: Holder? { holder.withLock { $0 } }

  final class Holder: Sendable {
    let service: Service
    init(service: Service) { self.service = service }
  }
}

import CountersignCore
import WireModel

extension RouteCall {
  /// Which of several things the query selects (`which`, and `keep` for the one that stays).
  func selection<ID>(
    of kind: String, _ id: (_ name: String, _ text: String) throws -> ID
  ) throws -> RevocationSelection<ID> {
    switch (query["which"], query["keep"]) {
    case ("all", nil): return .all
    case ("others", .some(let kept)): return .others(keeping: try id("keep", kept))
    case ("others", nil):
      throw Refusal(.malformed, "keep: is missing; it names the \(kind) that stays")
    case ("all", .some): throw Refusal(.malformed, "keep: goes with which=others only")
    default: throw Refusal(.malformed, "which: must be others or all")
    }
  }
}

public import Foundation

/// A moment as people read it: as on every document, in UTC, and on this machine's clock beside it.
public enum ShownTime {
  /// `2026-11-30 14:05 UTC (15:05 here)` of a time on the wire; any other text as it is.
  ///
  /// - Parameters:
  ///   - time: A moment as RFC 3339 writes it, in UTC.
  ///   - zone: The zone of whoever reads it.
  ///   - here: The word behind the second time.
  /// - Returns: The text; without the second time where the zone's clock shows the same.
  public static func text(
    _ time: String, in zone: TimeZone = .current, here: String = "here"
  ) -> String {
    guard let moment = try? Date(time, strategy: .iso8601) else { return time }
    let offset = zone.secondsFromGMT(for: moment)
    let utc = minutes(of: moment)
    guard offset != 0 else { return utc + " UTC" }
    let local = minutes(of: moment.addingTimeInterval(Double(offset)))
    let isSameDay = local.prefix(10) == utc.prefix(10)
    return "\(utc) UTC (\(isSameDay ? String(local.dropFirst(11)) : local) \(here))"
  }

  private static func minutes(of moment: Date) -> String {
    let text = moment.formatted(.iso8601)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }
}

import AirtimeServer
import CountersignCore

/// The modules of this program, as they are before anything is configured.
enum ProgramModules {
  static let all: [any Module] = [AirtimeShop()]
}

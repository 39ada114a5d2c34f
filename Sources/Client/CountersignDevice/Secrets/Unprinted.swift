/// What holds private bytes among others and is printed by nobody's mistake: of the whole only this
/// is said, and `dump` finds no children.
protocol Unprinted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Unprinted {
  var description: String { "(secret)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

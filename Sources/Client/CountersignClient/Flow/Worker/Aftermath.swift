/// What is still done when a flow has ended, and nobody waits for: no part of the flow.
enum Aftermath {
  /// Whether the present task does such a thing.
  @TaskLocal static var isUnderWay = false
}

public import WireModel

/// What a PIN key is known by, to the device and to the server: nothing that tests a guess at the
/// PIN.
public struct PINKeyName: Sendable, Hashable {
  /// How many there were of the device, with this one.
  public let generation: Int64
  /// The id of the challenge over which it was set; nil for the one that the device was registered
  /// with.
  public let id: String?

  /// A name as it is held.
  public init(generation: Int64, id: String?) {
    self.generation = generation
    self.id = id
  }

  /// The name of the key that a change sets.
  public init(_ request: PINKeyRequest) {
    self.init(generation: request.generation, id: request.keyID)
  }

  /// The name of the key that holds at the server.
  public init(_ device: DeviceList.Item) {
    self.init(generation: device.pinGeneration, id: device.pinKeyID)
  }
}

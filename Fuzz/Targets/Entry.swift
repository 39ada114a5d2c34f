/// The function that libFuzzer calls with each input; each target defines `fuzz(_:)`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

nil                                                                                                                             

// original-source-range: @__swiftmacro_14WireModelTests015PossessionProofC0V6faults4TestfMp_.swift:4:169-4:179

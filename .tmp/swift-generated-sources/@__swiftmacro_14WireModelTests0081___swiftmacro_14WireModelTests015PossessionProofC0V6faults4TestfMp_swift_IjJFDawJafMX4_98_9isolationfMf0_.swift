nil                                                                                                                             

// original-source-range: @__swiftmacro_14WireModelTests015PossessionProofC0V6faults4TestfMp_.swift:5:99-5:109

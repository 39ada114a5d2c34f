nil                                                                                                                             

// original-source-range: @__swiftmacro_14WireModelTests015PossessionProofC0V4form4TestfMp_.swift:4:167-4:177

nil                                                                                                                             

// original-source-range: @__swiftmacro_14WireModelTests015PossessionProofC0V11thumbprints4TestfMp_.swift:4:175-4:185

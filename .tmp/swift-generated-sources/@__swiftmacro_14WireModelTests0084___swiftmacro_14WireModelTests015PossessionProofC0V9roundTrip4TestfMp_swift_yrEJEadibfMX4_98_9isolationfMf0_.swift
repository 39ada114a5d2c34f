nil                                                                                                                             

// original-source-range: @__swiftmacro_14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_.swift:5:99-5:109

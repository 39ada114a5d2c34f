nil                                                                                                                             

// original-source-range: @__swiftmacro_14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_.swift:4:172-4:182

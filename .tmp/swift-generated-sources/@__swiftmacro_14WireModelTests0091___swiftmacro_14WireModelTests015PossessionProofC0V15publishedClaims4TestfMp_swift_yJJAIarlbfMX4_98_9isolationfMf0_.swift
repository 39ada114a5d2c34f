nil                                                                                                                             

// original-source-range: @__swiftmacro_14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_.swift:5:99-5:109

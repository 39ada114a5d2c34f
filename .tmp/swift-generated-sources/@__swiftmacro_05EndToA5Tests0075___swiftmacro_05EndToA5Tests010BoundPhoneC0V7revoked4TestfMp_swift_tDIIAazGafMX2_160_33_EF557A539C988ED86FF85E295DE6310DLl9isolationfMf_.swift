nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_.swift:3:161-3:171

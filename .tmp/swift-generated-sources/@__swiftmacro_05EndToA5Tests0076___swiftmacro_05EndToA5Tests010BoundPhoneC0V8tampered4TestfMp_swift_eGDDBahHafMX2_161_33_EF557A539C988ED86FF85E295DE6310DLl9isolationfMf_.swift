nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010BoundPhoneC0V8tampered4TestfMp_.swift:3:162-3:172

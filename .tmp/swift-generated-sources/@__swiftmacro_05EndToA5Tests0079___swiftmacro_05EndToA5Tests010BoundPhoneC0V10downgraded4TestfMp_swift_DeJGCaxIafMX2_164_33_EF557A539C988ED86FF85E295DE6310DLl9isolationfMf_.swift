nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_.swift:3:165-3:175

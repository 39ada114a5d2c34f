nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_.swift:3:165-3:175

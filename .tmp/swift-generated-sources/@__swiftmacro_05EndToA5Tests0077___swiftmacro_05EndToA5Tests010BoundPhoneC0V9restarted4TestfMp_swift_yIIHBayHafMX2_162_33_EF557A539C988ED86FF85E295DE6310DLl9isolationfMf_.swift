nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_.swift:3:163-3:173

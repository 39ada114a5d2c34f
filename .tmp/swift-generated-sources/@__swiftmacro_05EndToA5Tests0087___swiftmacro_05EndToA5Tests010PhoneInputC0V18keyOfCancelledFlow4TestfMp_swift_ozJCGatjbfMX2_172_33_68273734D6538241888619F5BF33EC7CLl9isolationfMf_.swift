nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_.swift:3:173-3:183

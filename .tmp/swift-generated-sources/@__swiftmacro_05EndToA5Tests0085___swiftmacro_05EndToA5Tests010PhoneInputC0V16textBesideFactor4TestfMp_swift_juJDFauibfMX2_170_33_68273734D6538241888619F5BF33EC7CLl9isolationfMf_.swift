nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_.swift:3:171-3:181

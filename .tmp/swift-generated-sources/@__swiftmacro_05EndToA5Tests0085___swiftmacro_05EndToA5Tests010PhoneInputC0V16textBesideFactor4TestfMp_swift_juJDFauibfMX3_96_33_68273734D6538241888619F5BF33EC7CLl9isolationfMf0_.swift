nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_.swift:4:97-4:107

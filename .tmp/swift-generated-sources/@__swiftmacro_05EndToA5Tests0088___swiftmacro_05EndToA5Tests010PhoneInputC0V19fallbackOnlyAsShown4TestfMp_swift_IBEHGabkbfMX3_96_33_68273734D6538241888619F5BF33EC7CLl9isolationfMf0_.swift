nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_.swift:4:97-4:107

nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_.swift:3:174-3:184

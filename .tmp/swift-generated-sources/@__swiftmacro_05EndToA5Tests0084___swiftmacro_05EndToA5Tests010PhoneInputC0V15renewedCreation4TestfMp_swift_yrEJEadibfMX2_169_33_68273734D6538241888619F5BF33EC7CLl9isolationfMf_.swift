nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneInputC0V15renewedCreation4TestfMp_.swift:3:170-3:180

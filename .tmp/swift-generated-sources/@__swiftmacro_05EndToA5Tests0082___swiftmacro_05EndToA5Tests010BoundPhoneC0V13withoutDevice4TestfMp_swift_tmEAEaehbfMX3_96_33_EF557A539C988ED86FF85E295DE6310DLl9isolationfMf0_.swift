nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010BoundPhoneC0V13withoutDevice4TestfMp_.swift:4:97-4:107

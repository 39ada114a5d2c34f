nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010BoundPhoneC0V13withoutDevice4TestfMp_.swift:3:168-3:178

nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_.swift:3:176-3:186

nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_.swift:3:173-3:183

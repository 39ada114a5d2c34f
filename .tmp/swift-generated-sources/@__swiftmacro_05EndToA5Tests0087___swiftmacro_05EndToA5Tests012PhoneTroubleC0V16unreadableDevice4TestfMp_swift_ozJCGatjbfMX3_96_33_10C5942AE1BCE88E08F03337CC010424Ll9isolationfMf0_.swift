nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_.swift:4:97-4:107

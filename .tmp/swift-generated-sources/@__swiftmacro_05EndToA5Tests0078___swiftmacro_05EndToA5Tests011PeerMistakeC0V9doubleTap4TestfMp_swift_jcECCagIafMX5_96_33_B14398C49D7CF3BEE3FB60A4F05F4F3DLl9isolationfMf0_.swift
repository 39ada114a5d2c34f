nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_.swift:6:97-6:107

nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_.swift:4:97-4:107

nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_.swift:3:166-3:176

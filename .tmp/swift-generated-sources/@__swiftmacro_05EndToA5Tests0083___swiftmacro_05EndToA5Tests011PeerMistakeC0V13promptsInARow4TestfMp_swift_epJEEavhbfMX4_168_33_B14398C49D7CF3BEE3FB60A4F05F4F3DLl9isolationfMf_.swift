nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_.swift:5:169-5:179

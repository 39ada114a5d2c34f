nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_.swift:3:171-3:181

nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_.swift:5:172-5:182

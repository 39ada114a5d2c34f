nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_.swift:3:172-3:182

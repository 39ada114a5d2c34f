nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_.swift:5:169-5:179

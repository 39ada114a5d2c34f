nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_.swift:5:168-5:178

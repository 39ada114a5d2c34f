nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_.swift:5:164-5:174

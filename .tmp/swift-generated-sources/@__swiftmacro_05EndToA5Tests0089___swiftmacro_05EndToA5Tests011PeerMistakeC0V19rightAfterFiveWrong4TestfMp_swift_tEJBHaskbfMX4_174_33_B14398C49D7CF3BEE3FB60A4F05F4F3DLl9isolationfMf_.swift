nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_.swift:5:175-5:185

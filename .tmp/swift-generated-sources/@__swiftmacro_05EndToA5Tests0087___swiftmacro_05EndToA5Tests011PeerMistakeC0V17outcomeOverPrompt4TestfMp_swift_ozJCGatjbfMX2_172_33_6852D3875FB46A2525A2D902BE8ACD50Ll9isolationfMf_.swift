nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_.swift:3:173-3:183

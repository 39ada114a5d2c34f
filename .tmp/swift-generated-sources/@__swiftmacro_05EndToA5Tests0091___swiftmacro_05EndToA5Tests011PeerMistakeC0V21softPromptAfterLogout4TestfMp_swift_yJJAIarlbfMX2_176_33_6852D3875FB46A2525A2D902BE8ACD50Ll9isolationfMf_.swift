nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_.swift:3:177-3:187

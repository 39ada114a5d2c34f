nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_.swift:3:167-3:177

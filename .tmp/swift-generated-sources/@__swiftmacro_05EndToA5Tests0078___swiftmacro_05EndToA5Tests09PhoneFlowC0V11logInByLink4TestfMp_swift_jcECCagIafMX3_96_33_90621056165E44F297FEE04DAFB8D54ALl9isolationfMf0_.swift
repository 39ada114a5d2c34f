nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_.swift:4:97-4:107

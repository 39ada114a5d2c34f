nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_.swift:3:164-3:174

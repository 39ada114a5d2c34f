nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_.swift:3:175-3:185

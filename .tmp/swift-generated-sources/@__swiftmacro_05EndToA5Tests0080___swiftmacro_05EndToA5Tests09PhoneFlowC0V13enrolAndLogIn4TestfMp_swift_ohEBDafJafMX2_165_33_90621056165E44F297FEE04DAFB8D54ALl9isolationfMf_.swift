nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_.swift:3:166-3:176

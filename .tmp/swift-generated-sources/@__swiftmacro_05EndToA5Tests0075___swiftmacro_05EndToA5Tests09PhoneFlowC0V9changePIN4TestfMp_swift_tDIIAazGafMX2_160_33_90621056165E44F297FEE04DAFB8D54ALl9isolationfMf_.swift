nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_.swift:3:161-3:171

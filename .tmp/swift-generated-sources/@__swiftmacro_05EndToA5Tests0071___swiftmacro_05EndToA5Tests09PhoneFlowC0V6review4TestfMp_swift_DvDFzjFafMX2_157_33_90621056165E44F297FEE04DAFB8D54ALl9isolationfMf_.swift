nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V6review4TestfMp_.swift:3:158-3:168

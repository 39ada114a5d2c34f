nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_.swift:3:177-3:187

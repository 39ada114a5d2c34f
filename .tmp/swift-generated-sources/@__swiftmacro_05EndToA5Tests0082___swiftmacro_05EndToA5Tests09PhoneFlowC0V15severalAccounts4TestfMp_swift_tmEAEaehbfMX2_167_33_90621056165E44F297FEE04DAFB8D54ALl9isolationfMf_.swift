nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_.swift:3:168-3:178

nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V7goneKey4TestfMp_.swift:3:159-3:169

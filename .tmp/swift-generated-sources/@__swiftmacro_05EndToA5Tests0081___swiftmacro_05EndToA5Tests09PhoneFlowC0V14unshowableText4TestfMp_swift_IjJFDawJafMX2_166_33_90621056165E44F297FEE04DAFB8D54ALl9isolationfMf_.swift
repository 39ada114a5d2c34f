nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_.swift:3:167-3:177

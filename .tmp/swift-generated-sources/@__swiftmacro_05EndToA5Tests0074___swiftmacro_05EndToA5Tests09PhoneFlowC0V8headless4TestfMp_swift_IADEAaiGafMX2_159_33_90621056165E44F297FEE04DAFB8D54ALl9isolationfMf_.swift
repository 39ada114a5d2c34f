nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_.swift:3:160-3:170

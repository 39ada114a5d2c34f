nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_.swift:3:166-3:176

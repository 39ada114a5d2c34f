nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_.swift:3:166-3:176

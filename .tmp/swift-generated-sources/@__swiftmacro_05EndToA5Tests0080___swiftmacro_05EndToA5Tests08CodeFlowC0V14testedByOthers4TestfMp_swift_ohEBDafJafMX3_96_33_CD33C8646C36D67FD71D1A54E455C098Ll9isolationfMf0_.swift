nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_.swift:4:97-4:107

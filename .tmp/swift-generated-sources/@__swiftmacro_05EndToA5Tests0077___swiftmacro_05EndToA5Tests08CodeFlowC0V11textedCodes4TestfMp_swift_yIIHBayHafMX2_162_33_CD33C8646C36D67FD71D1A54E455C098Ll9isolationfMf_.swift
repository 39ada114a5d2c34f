nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_.swift:3:163-3:173

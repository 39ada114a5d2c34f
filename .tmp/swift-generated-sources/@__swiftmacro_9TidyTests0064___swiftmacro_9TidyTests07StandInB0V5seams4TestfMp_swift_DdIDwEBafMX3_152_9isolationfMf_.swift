nil                                                                                                                             

// original-source-range: @__swiftmacro_9TidyTests07StandInB0V5seams4TestfMp_.swift:4:153-4:163

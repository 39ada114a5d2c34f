nil                                                                                                                             

// original-source-range: @__swiftmacro_9TidyTests07StandInB0V5seams4TestfMp_.swift:5:99-5:109

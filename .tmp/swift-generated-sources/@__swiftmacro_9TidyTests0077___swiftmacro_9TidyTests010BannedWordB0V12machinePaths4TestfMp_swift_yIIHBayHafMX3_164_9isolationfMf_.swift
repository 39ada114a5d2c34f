nil                                                                                                                             

// original-source-range: @__swiftmacro_9TidyTests010BannedWordB0V12machinePaths4TestfMp_.swift:4:165-4:175

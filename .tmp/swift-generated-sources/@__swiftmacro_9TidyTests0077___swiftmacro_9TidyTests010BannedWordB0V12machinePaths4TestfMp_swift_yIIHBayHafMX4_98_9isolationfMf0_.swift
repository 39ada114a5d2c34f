nil                                                                                                                             

// original-source-range: @__swiftmacro_9TidyTests010BannedWordB0V12machinePaths4TestfMp_.swift:5:99-5:109

nil                                                                                                                             

// original-source-range: @__swiftmacro_9TidyTests010BannedWordB0V7markers4TestfMp_.swift:4:159-4:169

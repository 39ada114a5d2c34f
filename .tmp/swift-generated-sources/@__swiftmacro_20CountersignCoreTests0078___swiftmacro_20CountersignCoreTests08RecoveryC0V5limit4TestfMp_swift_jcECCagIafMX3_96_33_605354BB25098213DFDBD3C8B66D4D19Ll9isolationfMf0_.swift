nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V5limit4TestfMp_.swift:4:97-4:107

nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_.swift:4:97-4:107

nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_.swift:3:171-3:181

nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_.swift:3:171-3:181

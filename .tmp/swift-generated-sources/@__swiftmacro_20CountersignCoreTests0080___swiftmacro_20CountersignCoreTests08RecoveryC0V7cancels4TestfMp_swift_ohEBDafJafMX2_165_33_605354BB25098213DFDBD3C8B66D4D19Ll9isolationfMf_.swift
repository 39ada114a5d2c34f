nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_.swift:3:166-3:176

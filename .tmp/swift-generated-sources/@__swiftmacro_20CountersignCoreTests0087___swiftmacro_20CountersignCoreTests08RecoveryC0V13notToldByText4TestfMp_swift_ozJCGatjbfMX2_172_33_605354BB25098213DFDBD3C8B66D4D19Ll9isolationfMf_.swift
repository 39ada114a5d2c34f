nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_.swift:3:173-3:183

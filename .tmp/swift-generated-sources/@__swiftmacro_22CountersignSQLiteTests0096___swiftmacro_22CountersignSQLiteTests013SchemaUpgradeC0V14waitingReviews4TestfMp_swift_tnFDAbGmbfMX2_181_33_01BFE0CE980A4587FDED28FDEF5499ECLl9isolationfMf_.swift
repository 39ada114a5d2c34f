nil                                                                                                                             

// original-source-range: @__swiftmacro_22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_.swift:3:182-3:192

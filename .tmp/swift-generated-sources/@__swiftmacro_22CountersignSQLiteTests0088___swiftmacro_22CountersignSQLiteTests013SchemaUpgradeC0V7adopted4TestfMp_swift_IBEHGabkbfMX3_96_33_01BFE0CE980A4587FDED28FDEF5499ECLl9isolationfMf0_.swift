nil                                                                                                                             

// original-source-range: @__swiftmacro_22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_.swift:4:97-4:107

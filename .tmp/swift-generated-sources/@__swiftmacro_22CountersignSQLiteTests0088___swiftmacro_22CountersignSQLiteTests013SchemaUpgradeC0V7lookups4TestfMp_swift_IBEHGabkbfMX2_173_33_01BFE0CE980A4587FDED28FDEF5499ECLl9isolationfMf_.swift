nil                                                                                                                             

// original-source-range: @__swiftmacro_22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_.swift:3:174-3:184

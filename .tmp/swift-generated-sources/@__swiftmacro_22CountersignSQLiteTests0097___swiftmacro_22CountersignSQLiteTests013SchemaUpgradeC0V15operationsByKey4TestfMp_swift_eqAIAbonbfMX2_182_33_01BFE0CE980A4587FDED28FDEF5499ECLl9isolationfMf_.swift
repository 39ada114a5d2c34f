nil                                                                                                                             

// original-source-range: @__swiftmacro_22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_.swift:3:183-3:193

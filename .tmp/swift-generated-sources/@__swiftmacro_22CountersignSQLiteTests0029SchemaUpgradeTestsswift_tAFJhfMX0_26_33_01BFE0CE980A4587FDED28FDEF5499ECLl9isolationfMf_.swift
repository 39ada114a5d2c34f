nil                                                                                                                             

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:1:27-1:37

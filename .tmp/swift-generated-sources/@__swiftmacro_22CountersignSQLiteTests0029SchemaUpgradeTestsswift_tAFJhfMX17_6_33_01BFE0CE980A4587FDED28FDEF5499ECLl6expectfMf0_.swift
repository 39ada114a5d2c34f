Testing.__checkBinaryOperation(before.count,{ $0 == $1() },Self.rows.count,expression: .__fromBinaryOperation(.__fromSyntaxNode("before.count"),"==",.__fromSyntaxNode("Self.rows.count")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:18:7-18:47

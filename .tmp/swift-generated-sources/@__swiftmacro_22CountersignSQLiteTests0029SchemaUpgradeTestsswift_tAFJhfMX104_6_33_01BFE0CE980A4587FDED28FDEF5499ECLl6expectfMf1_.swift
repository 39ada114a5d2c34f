Testing.__checkBinaryOperation(accounts.map(\.values),{ $0 == $1() },[[.text("a"), .integer(0)]],expression: .__fromBinaryOperation(.__fromSyntaxNode(#"accounts.map(\.values)"#),"==",.__fromSyntaxNode(#"[[.text("a"), .integer(0)]]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:105:7-105:69

Testing.__checkBinaryOperation(low.map(\.values),{ $0 == $1() },[[.text("NGN"), .integer(2), .integer(4000)]],expression: .__fromBinaryOperation(.__fromSyntaxNode(#"low.map(\.values)"#),"==",.__fromSyntaxNode(#"[[.text("NGN"), .integer(2), .integer(4000)]]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:63:7-63:82

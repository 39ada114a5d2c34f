Testing.__checkBinaryOperation(byKey.count == 1,{ $0 && $1() },byKey[0].contains("operations_by_key (idempotency_key=?"),expression: .__fromBinaryOperation(.__fromSyntaxNode("byKey.count == 1"),"&&",.__fromSyntaxNode(#"byKey[0].contains("operations_by_key (idempotency_key=?")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:158:7-158:93

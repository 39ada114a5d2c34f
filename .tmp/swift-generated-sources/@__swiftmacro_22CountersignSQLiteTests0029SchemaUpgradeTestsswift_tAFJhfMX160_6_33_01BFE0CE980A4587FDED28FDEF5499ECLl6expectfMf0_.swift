Testing.__checkBinaryOperation(ofHost.count == 1,{ $0 && $1() },ofHost[0].contains("operations_by_key (idempotency_key=?"),expression: .__fromBinaryOperation(.__fromSyntaxNode("ofHost.count == 1"),"&&",.__fromSyntaxNode(#"ofHost[0].contains("operations_by_key (idempotency_key=?")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:161:7-161:95

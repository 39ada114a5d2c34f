Testing.__checkBinaryOperation(transaction.count == 1,{ $0 && $1() },transaction[0].contains("transactions_by_key (idempotency_key=?"),expression: .__fromBinaryOperation(.__fromSyntaxNode("transaction.count == 1"),"&&",.__fromSyntaxNode(#"transaction[0].contains("transactions_by_key (idempotency_key=?")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:164:7-165:101

Testing.__checkBinaryOperation(store.appliedSteps,{ $0 == $1() },Schema.core.since(7) + Schema.stock.since(2),expression: .__fromBinaryOperation(.__fromSyntaxNode("store.appliedSteps"),"==",.__fromSyntaxNode("Schema.core.since(7) + Schema.stock.since(2)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:50:7-50:82

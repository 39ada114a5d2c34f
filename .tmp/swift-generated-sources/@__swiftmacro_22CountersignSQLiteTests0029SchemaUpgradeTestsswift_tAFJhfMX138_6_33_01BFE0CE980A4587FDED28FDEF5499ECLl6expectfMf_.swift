Testing.__checkBinaryOperation(store.appliedSteps,{ $0 == $1() },Schema.core.since(7) + (schemas.count == 1 ? [] : ofModule),expression: .__fromBinaryOperation(.__fromSyntaxNode("store.appliedSteps"),"==",.__fromSyntaxNode("Schema.core.since(7) + (schemas.count == 1 ? [] : ofModule)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:139:7-140:91

Testing.__checkBinaryOperation(store.appliedSteps.first,{ $0 == $1() },AppliedStep("core", 4),expression: .__fromBinaryOperation(.__fromSyntaxNode("store.appliedSteps.first"),"==",.__fromSyntaxNode(#"AppliedStep("core", 4)"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:17:7-17:66

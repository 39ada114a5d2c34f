Testing.__checkBinaryOperation(store.appliedSteps,{ $0 == $1() },[AppliedStep("core", 9), AppliedStep("core", 13)],expression: .__fromBinaryOperation(.__fromSyntaxNode("store.appliedSteps"),"==",.__fromSyntaxNode(#"[AppliedStep("core", 9), AppliedStep("core", 13)]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:98:7-98:87

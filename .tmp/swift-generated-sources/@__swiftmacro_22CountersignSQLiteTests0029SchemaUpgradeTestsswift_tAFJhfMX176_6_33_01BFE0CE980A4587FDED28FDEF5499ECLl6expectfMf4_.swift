Testing.__checkBinaryOperation(target.count == 1,{ $0 && $1() },target[0].contains("outbox_by_target ((kind,target)>(?,?))"),expression: .__fromBinaryOperation(.__fromSyntaxNode("target.count == 1"),"&&",.__fromSyntaxNode(#"target[0].contains("outbox_by_target ((kind,target)>(?,?))")"#)),comments: ["\(target)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:177:7-179:21

Testing.__checkBinaryOperation(lane.count == 1,{ $0 && $1() },lane[0].contains("(lane>?)"),expression: .__fromBinaryOperation(.__fromSyntaxNode("lane.count == 1"),"&&",.__fromSyntaxNode(#"lane[0].contains("(lane>?)")"#)),comments: ["\(lane)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:190:7-190:74

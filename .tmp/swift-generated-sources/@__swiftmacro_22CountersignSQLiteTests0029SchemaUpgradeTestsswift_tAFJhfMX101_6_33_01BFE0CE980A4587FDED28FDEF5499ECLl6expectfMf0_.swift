Testing.__checkBinaryOperation(codes,{ $0 == $1() },[[.text("1"), .text("first"), .null], [.text("2"), .text("second"), .null]],expression: .__fromBinaryOperation(.__fromSyntaxNode("codes"),"==",.__fromSyntaxNode(#"[[.text("1"), .text("first"), .null], [.text("2"), .text("second"), .null]]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:102:7-103:94

Testing.__checkBinaryOperation(first.scenarios.declared.map(\.name.text),{ $0 == $1() },["SHIP_ORDER", "OPEN_DOOR"],expression: .__fromBinaryOperation(.__fromSyntaxNode(#"first.scenarios.declared.map(\.name.text)"#),"==",.__fromSyntaxNode(#"["SHIP_ORDER", "OPEN_DOOR"]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:31:5-31:86

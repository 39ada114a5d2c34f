Testing.__checkBinaryOperation(Set(named),{ $0 == $1() },Set(options.map(\.name)),expression: .__fromBinaryOperation(.__fromSyntaxNode("Set(named)"),"==",.__fromSyntaxNode(#"Set(options.map(\.name))"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:54:5-54:52

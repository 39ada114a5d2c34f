Testing.__checkBinaryOperation(failure?.exit,{ $0 == $1() },.wrongUse,expression: .__fromBinaryOperation(.__fromSyntaxNode("failure?.exit"),"==",.__fromSyntaxNode(".wrongUse")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:82:5-82:40

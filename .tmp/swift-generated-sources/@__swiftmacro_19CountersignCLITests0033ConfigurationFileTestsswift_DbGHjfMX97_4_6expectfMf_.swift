Testing.__checkBinaryOperation(names.count,{ $0 == $1() },Set(names).count,expression: .__fromBinaryOperation(.__fromSyntaxNode("names.count"),"==",.__fromSyntaxNode("Set(names).count")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:98:5-98:45

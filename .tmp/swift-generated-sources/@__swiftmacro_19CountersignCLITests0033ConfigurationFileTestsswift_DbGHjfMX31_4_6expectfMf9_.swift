Testing.__checkBinaryOperation(first.scenarios[.authorizeTransaction]?.level,{ $0 == $1() },.biometricsOnly,expression: .__fromBinaryOperation(.__fromSyntaxNode("first.scenarios[.authorizeTransaction]?.level"),"==",.__fromSyntaxNode(".biometricsOnly")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:32:5-32:78

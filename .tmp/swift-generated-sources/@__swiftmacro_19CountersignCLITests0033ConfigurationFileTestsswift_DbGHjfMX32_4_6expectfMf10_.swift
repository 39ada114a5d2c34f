Testing.__checkBinaryOperation(first.scenarios[.testBiometrics]?.fallback,{ $0 == $1() },[.pin],expression: .__fromBinaryOperation(.__fromSyntaxNode("first.scenarios[.testBiometrics]?.fallback"),"==",.__fromSyntaxNode("[.pin]")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:33:5-33:66

Testing.__checkBinaryOperation("\(first.logLevel)" == "debug",{ $0 && $1() },first.sessionLifetimeSeconds == 3600,expression: .__fromBinaryOperation(.__fromSyntaxNode(#""\(first.logLevel)" == "debug""#),"&&",.__fromSyntaxNode("first.sessionLifetimeSeconds == 3600")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:34:5-34:84

Testing.__checkBinaryOperation(first.host == "0.0.0.0",{ $0 && $1() },first.port == 8443,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"first.host == "0.0.0.0""#),"&&",.__fromSyntaxNode("first.port == 8443")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:23:5-23:59

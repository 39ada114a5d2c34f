Testing.__checkBinaryOperation(first.isDemo,{ $0 && $1() },first.commitDelayMilliseconds == 3,expression: .__fromBinaryOperation(.__fromSyntaxNode("first.isDemo"),"&&",.__fromSyntaxNode("first.commitDelayMilliseconds == 3")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:21:5-21:64

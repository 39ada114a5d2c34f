Testing.__checkBinaryOperation(failure?.hint,{ $0 != $1() },nil,expression: .__fromBinaryOperation(.__fromSyntaxNode("failure?.hint"),"!=",.__fromSyntaxNode("nil")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:84:5-84:34

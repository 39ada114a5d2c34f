Testing.__checkBinaryOperation(restarted.transport.calls.count,{ $0 == $1() },before + 1,expression: .__fromBinaryOperation(.__fromSyntaxNode("restarted.transport.calls.count"),"==",.__fromSyntaxNode("before + 1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:29:5-29:59

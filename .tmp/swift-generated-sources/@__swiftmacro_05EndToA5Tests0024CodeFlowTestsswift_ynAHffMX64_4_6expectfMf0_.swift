Testing.__checkBinaryOperation(harness.messenger.messages.count { $0.channel == .sms },{ $0 == $1() },2,expression: .__fromBinaryOperation(.__fromSyntaxNode("harness.messenger.messages.count { $0.channel == .sms }"),"==",.__fromSyntaxNode("2")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:65:5-65:74

Testing.__checkValue(phone.transport.calls.contains { $0.hasSuffix("/approve") },expression: .__fromNegation(.__fromSyntaxNode(#"phone.transport.calls.contains { $0.hasSuffix("/approve") }"#), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:119:5-119:74

Testing.__checkPropertyAccess(outcome.self,getting: { $0.isSuccess },expression: .__fromNegation(.__fromPropertyAccess(.__fromSyntaxNode("outcome"),.__fromSyntaxNode("isSuccess")), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:22:5-22:32

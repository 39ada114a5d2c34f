Testing.__checkPropertyAccess(outcome.self,getting: { $0.isSuccess },expression: .__fromPropertyAccess(.__fromSyntaxNode("outcome"),.__fromSyntaxNode("isSuccess")),comments: ["\(outcome)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:113:7-113:47

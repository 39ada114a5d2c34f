Testing.__checkValue(try await phone.authorize(review) == .left,expression: .__fromSyntaxNode("try await phone.authorize(review) == .left"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:117:5-117:56

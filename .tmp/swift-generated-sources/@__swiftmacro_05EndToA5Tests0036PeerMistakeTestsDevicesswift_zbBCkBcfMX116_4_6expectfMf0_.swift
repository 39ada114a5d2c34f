Testing.__checkValue(held.allSatisfy { !left.contains($0) },expression: .__fromSyntaxNode("held.allSatisfy { !left.contains($0) }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:117:5-117:52

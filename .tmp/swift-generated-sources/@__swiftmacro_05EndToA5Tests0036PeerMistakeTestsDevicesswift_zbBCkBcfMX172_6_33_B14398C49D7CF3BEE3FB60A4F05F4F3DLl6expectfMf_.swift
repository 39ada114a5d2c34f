Testing.__checkValue(try await phone.session.secondFactor().failedAttempts == 1,expression: .__fromSyntaxNode("try await phone.session.secondFactor().failedAttempts == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:173:7-173:74

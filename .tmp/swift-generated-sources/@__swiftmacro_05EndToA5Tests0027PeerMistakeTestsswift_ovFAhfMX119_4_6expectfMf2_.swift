Testing.__checkValue(try await phone.session.transaction(review.transactionID).status == .pending,expression: .__fromSyntaxNode("try await phone.session.transaction(review.transactionID).status == .pending"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:120:5-120:90

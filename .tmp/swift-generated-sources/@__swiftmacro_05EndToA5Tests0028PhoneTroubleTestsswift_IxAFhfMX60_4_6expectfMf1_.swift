Testing.__checkValue(try await phone.manager.installation.session() == nil,expression: .__fromSyntaxNode("try await phone.manager.installation.session() == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:61:5-61:67

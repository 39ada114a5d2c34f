Testing.__checkValue(try await phone.manager.installation.session(of: eve.accountID),expression: .__fromSyntaxNode("try await phone.manager.installation.session(of: eve.accountID)"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:369:21-369:94

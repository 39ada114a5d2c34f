Testing.__checkValue(try await phone.manager.installation.session(of: ada.accountID),expression: .__fromSyntaxNode("try await phone.manager.installation.session(of: ada.accountID)"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:367:23-367:96

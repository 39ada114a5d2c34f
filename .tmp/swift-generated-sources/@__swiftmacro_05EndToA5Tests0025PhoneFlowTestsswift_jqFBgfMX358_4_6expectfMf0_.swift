Testing.__checkValue(try await phone.manager.installation.current()?.id == eve.accountID,expression: .__fromSyntaxNode("try await phone.manager.installation.current()?.id == eve.accountID"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:359:5-359:81

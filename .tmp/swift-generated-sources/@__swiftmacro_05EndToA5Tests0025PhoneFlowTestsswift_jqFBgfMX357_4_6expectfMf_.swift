Testing.__checkValue(try await phone.manager.installation.accounts().count == 2,expression: .__fromSyntaxNode("try await phone.manager.installation.accounts().count == 2"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:358:5-358:72

Testing.__checkValue(try await restarted.manager.installation.accounts().first,expression: .__fromSyntaxNode("try await restarted.manager.installation.accounts().first"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:42:23-42:90

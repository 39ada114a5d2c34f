Testing.__checkValue(try await restarted.manager.installation.accounts().isEmpty,expression: .__fromSyntaxNode("try await restarted.manager.installation.accounts().isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:54:5-54:73

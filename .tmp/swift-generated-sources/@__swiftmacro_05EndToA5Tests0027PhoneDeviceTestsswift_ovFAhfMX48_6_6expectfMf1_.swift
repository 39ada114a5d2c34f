Testing.__checkValue(try await logIn(restarted)?.error == .network,expression: .__fromSyntaxNode("try await logIn(restarted)?.error == .network"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:49:7-49:61

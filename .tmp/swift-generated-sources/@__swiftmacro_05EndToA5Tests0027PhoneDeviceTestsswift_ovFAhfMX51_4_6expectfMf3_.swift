Testing.__checkValue(try await logIn(restarted)?.phase == .error,expression: .__fromSyntaxNode("try await logIn(restarted)?.phase == .error"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:52:5-52:57

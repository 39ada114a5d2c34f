Testing.__checkValue(try await logIn(restarted)?.error == .notAllowed(.nothingEnrolled),expression: .__fromSyntaxNode("try await logIn(restarted)?.error == .notAllowed(.nothingEnrolled)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:43:5-43:80

Testing.__checkValue(try await logIn(restarted)?.phase == .done,expression: .__fromSyntaxNode("try await logIn(restarted)?.phase == .done"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:87:5-87:56

Testing.__checkValue(try await restarted.vault.names(account: account).isEmpty,expression: .__fromSyntaxNode("try await restarted.vault.names(account: account).isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:55:5-55:71

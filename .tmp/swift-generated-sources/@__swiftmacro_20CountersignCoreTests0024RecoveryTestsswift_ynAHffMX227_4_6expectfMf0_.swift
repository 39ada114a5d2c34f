Testing.__checkValue(try await byKey.service.credentials.list(keyOwner).credentials.count == 1,expression: .__fromSyntaxNode("try await byKey.service.credentials.list(keyOwner).credentials.count == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:228:5-228:87

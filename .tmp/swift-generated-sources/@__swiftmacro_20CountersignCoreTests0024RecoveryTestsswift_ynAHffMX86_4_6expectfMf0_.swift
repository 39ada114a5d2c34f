Testing.__checkValue(try await buy(1000) == nil,expression: .__fromSyntaxNode("try await buy(1000) == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:87:5-87:40

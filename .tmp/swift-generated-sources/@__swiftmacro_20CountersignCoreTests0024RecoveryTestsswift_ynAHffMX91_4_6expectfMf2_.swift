Testing.__checkValue(try await buy(1001) == nil,expression: .__fromSyntaxNode("try await buy(1001) == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:92:5-92:40

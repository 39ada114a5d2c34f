Testing.__checkValue(try await buy(100) == .recoveredLimit,expression: .__fromSyntaxNode("try await buy(100) == .recoveredLimit"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:111:5-111:51

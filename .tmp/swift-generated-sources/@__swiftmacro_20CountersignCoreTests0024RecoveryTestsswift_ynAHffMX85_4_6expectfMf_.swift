Testing.__checkValue(try await buy(1001) == .recoveredLimit,expression: .__fromSyntaxNode("try await buy(1001) == .recoveredLimit"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:86:5-86:52

Testing.__checkValue(try await buy(1001) == .recoveredLimit,expression: .__fromSyntaxNode("try await buy(1001) == .recoveredLimit"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:90:5-90:52

Testing.__checkValue(try await begin(harness, session) == .recoveryNotPossible,expression: .__fromSyntaxNode("try await begin(harness, session) == .recoveryNotPossible"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:118:5-118:71

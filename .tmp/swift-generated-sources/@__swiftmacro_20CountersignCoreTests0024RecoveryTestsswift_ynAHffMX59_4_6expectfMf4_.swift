Testing.__checkValue(try await options(harness, session).refusal == nil,expression: .__fromSyntaxNode("try await options(harness, session).refusal == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:60:5-60:64

Testing.__checkValue(try await options(harness, session).refusal == .insufficientUserAuthentication,expression: .__fromSyntaxNode("try await options(harness, session).refusal == .insufficientUserAuthentication"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:20:5-20:92

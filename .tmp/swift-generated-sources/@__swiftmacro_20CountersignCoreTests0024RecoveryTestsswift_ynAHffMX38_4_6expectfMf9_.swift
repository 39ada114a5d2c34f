Testing.__checkValue(try await options(harness, session).refusal == .insufficientUserAuthentication,expression: .__fromSyntaxNode("try await options(harness, session).refusal == .insufficientUserAuthentication"),comments: [.__line("// It is good for one factor.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:39:5-39:92

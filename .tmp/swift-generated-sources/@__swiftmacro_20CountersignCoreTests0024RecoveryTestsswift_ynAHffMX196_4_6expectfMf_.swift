Testing.__checkValue(try await harness.service.pins.set(set, session: session).refusal == nil,expression: .__fromSyntaxNode("try await harness.service.pins.set(set, session: session).refusal == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:197:5-197:86

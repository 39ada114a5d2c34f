Testing.__checkValue(try await !harness.service.secondFactors.show(session).needsFactor,expression: .__fromSyntaxNode("try await !harness.service.secondFactors.show(session).needsFactor"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:50:5-50:80

Testing.__checkValue(try await harness.sendByPIN("924715", session).refusal == nil,expression: .__fromSyntaxNode(#"try await harness.sendByPIN("924715", session).refusal == nil"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:198:5-198:75

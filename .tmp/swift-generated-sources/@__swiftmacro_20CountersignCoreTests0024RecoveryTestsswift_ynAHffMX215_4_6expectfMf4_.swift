Testing.__checkValue(try await register("924715") == nil,expression: .__fromSyntaxNode(#"try await register("924715") == nil"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:216:5-216:49

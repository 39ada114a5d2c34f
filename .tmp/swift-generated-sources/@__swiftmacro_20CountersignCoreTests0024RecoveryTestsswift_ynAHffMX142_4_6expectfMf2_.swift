Testing.__checkValue(try await harness.count("phones") == 0,expression: .__fromSyntaxNode(#"try await harness.count("phones") == 0"#),comments: [.__line("// The number is forgotten by the recovery of which it is told.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:143:5-143:52

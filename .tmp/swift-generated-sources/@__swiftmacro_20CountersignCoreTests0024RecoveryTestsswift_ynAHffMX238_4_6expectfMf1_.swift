Testing.__checkValue(try await register() == .unacceptableValue,expression: .__fromSyntaxNode("try await register() == .unacceptableValue"),comments: [.__line("// Before the wait is over there is none.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:239:5-239:56

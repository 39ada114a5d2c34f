Testing.__checkValue(try await register(nil) == .unacceptableValue,expression: .__fromSyntaxNode("try await register(nil) == .unacceptableValue"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:214:5-214:59

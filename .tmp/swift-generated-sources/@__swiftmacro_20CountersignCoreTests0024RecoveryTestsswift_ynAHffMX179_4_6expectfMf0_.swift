Testing.__checkValue(try await other.service.recoveries.begin(wrong, session: owner).refusal == .verificationFailed,expression: .__fromSyntaxNode("try await other.service.recoveries.begin(wrong, session: owner).refusal == .verificationFailed"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:180:5-182:6

Testing.__checkValue(try await byLink.confirm(link, enrolment).refusal == nil,expression: .__fromSyntaxNode("try await byLink.confirm(link, enrolment).refusal == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:254:5-254:70

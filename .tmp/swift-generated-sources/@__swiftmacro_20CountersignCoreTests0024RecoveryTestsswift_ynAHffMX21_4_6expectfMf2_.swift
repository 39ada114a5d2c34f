Testing.__checkValue(try await harness.service.recoveries.show(session).status == .ready,expression: .__fromSyntaxNode("try await harness.service.recoveries.show(session).status == .ready"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:22:5-22:81

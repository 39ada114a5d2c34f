Testing.__checkValue(try await held.credentials(for: ServiceHarness.relyingPartyID).isEmpty,expression: .__fromSyntaxNode("try await held.credentials(for: ServiceHarness.relyingPartyID).isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:151:5-151:84

Testing.__checkValue(try await held.credentials(for: ServiceHarness.relyingPartyID).count == 1,expression: .__fromSyntaxNode("try await held.credentials(for: ServiceHarness.relyingPartyID).count == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:148:5-148:87

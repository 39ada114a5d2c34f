Testing.__checkValue(try await phone.session.credentials().credentials.first,expression: .__fromSyntaxNode("try await phone.session.credentials().credentials.first"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:26:19-26:84

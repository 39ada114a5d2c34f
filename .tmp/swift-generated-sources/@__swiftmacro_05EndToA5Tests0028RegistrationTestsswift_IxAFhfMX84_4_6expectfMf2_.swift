Testing.__checkValue(try await phone.manager.installation.accounts().isEmpty,expression: .__fromSyntaxNode("try await phone.manager.installation.accounts().isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:85:5-85:69

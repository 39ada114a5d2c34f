Testing.__checkValue(try await phone.manager.installation.session(),expression: .__fromSyntaxNode("try await phone.manager.installation.session()"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:22:22-22:78

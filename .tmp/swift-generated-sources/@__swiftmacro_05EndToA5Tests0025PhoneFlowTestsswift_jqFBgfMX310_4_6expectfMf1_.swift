Testing.__checkValue(try await enrol().last?.phase == .done,expression: .__fromSyntaxNode("try await enrol().last?.phase == .done"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:311:5-311:52

Testing.__checkClosureCall(throws: FlowInputError.codeTooEarly(seconds: wait),performing: {
          try await manager.requestCode()
        },expression: .__fromSyntaxNode("{\n          try await manager.requestCode()\n        }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:78:15-80:10

Testing.__checkClosureCall(throws: FlowInputError.notWaitingForInput,performing: {
          try await phone.manager.requestCode()
        },expression: .__fromSyntaxNode("{\n          try await phone.manager.requestCode()\n        }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:34:15-36:10

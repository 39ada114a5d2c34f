Testing.__checkClosureCall(throws: FlowInputError.userInputUnshowable,performing: {
        try await manager.inputSecondFactor(.pin(InstalledPhone.pin), userInput: text)
      },expression: .__fromSyntaxNode("{\n        try await manager.inputSecondFactor(.pin(InstalledPhone.pin), userInput: text)\n      }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:327:13-329:8

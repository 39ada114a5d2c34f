Testing.__checkClosureCall(throws: FlowInputError.userInputTooLong,performing: {
        try await manager.inputSecondFactor(
          .pin(InstalledPhone.pin), userInput: String(repeating: "\u{1F469}\u{200D}", count: 150))
      },expression: .__fromSyntaxNode(#"{\#n        try await manager.inputSecondFactor(\#n          .pin(InstalledPhone.pin), userInput: String(repeating: "\u{1F469}\u{200D}", count: 150))\#n      }"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:330:13-333:8

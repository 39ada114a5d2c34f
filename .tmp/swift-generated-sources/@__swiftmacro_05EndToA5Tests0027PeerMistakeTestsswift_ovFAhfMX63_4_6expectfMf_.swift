Testing.__checkValue(await phone.context.process(.testBiometrics, NoContent()) == .left,expression: .__fromSyntaxNode("await phone.context.process(.testBiometrics, NoContent()) == .left"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:64:5-64:80

Testing.__checkValue(await app.leavingMessages() == [texts.message, texts.messageUnderWay],expression: .__fromSyntaxNode("await app.leavingMessages() == [texts.message, texts.messageUnderWay]"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift:23:5-23:83

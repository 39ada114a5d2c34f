Testing.__checkValue(await closed.next() == true,expression: .__fromSyntaxNode("await closed.next() == true"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift:50:5-50:41

Testing.__checkValue(await phone.manager.currentFlow == last,expression: .__fromSyntaxNode("await phone.manager.currentFlow == last"),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:151:7-151:64

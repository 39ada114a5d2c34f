Testing.__checkBinaryOperation(flow.worked(last),{ $0 || $1() },flow.endingOnceDone.map { last?.error == $0 } == true,expression: .__fromBinaryOperation(.__fromSyntaxNode("flow.worked(last)"),"||",.__fromSyntaxNode("flow.endingOnceDone.map { last?.error == $0 } == true")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:182:5-182:88

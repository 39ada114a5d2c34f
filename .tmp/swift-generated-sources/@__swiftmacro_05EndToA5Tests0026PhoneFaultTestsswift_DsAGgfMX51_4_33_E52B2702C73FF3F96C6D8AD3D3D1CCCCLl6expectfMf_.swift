Testing.__checkBinaryOperation(flow.worked(again),{ $0 || $1() },isKnown,expression: .__fromBinaryOperation(.__fromSyntaxNode("flow.worked(again)"),"||",.__fromSyntaxNode("isKnown")),comments: ["\(comment), then \(String(describing: again?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:52:5-53:93

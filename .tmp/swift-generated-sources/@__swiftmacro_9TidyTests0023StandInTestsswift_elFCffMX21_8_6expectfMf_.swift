Testing.__checkBinaryOperation(text.firstMatch(of: conformance),{ $0 != $1() },nil,expression: .__fromBinaryOperation(.__fromSyntaxNode("text.firstMatch(of: conformance)"),"!=",.__fromSyntaxNode("nil")),comments: ["\(adapter) is no \(seam)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:22:9-22:85

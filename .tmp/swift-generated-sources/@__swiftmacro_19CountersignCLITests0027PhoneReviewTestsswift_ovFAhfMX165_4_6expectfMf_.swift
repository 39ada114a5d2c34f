Testing.__checkPropertyAccess(idle.output.self,getting: { $0.isEmpty },expression: .__fromPropertyAccess(.__fromSyntaxNode("idle.output"),.__fromSyntaxNode("isEmpty")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:166:5-166:33

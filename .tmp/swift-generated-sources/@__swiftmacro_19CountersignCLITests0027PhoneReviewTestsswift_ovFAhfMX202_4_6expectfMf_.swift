Testing.__checkValue(try next().hasPrefix("\(first) denied"),expression: .__fromSyntaxNode(#"try next().hasPrefix("\(first) denied")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:203:5-203:53

Testing.__checkValue(try next().hasPrefix("\(second) denied"),expression: .__fromSyntaxNode(#"try next().hasPrefix("\(second) denied")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:207:5-207:54

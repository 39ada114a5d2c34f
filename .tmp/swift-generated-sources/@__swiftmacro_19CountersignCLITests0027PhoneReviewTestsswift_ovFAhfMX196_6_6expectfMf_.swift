Testing.__checkValue(try next().hasPrefix("\(id) pending"),expression: .__fromSyntaxNode(#"try next().hasPrefix("\(id) pending")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:197:7-197:53

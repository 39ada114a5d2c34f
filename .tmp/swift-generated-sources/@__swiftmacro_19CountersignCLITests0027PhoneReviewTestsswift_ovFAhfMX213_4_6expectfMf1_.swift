Testing.__checkValue(try next().hasPrefix("\(third) approved"),expression: .__fromSyntaxNode(#"try next().hasPrefix("\(third) approved")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:214:5-214:55

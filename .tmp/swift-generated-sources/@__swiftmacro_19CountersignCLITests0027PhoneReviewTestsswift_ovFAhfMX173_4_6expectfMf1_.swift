Testing.__checkValue(try ReadyLine.next(of: watching.output) == "\(id) denied 4200.00 NGN Corner shop",expression: .__fromSyntaxNode(#"try ReadyLine.next(of: watching.output) == "\(id) denied 4200.00 NGN Corner shop""#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:174:5-174:95

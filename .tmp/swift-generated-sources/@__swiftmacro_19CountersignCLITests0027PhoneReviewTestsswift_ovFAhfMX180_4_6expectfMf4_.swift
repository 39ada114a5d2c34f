Testing.__checkValue(try ReadyLine.next(of: errors) == "the server cannot be reached, trying again",expression: .__fromSyntaxNode(#"try ReadyLine.next(of: errors) == "the server cannot be reached, trying again""#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:181:5-181:92

Testing.__checkValue(try ReadyLine.next(of: left.output).contains(" pending "),expression: .__fromSyntaxNode(#"try ReadyLine.next(of: left.output).contains(" pending ")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:179:5-179:71

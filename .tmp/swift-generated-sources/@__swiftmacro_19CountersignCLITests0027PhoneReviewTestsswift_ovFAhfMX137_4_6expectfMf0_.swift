Testing.__checkValue(try await phone.expect(0, ["transactions"]).output.contains(" pending "),expression: .__fromSyntaxNode(#"try await phone.expect(0, ["transactions"]).output.contains(" pending ")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:138:5-138:86

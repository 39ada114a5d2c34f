Testing.__checkValue(try await phone.expect(0, ["transactions"]).output.contains("\(id) pending"),expression: .__fromSyntaxNode(#"try await phone.expect(0, ["transactions"]).output.contains("\(id) pending")"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:24:5-24:90

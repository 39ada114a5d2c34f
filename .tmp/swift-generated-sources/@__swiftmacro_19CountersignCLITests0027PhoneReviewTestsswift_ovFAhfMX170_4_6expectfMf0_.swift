Testing.__checkFunctionCall(came.self,calling: {
  $0.hasPrefix($1)
},"\(id) pending 4200.00 NGN Corner shop, until ",expression: .__fromFunctionCall(.__fromSyntaxNode("came"),"hasPrefix",(nil,.__fromSyntaxNode(#""\(id) pending 4200.00 NGN Corner shop, until ""#))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:171:5-171:77

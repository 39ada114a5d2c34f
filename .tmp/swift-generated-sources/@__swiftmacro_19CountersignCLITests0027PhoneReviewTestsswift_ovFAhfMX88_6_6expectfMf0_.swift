Testing.__checkFunctionCall(missing.errors.self,calling: {
  $0.contains($1)
},"hint: is it the mailbox of this server?",expression: .__fromFunctionCall(.__fromSyntaxNode("missing.errors"),"contains",(nil,.__fromStringLiteral(#""hint: is it the mailbox of this server?""#, "hint: is it the mailbox of this server?"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:89:7-89:82

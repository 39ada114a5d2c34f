Testing.__checkBinaryOperation(token,{ $0 == $1() },PossessionProof.Claims(
          id: "-BwC3ESc6acc2lTc", method: "POST", address: "https://server.example.com/token",
          issuedAtSeconds: 1_562_262_616),expression: .__fromBinaryOperation(.__fromSyntaxNode("token"),"==",.__fromSyntaxNode(#"PossessionProof.Claims(\#n          id: "-BwC3ESc6acc2lTc", method: "POST", address: "https://server.example.com/token",\#n          issuedAtSeconds: 1_562_262_616)"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:44:5-48:43

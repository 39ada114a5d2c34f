Testing.__checkBinaryOperation(factors.needsFactor && !factors.hasBiometrics,{ $0 && $1() },!factors.hasPIN,expression: .__fromBinaryOperation(.__fromSyntaxNode("factors.needsFactor && !factors.hasBiometrics"),"&&",.__fromSyntaxNode("!factors.hasPIN")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:56:5-56:78

Testing.__checkBinaryOperation(later.appliedSteps,{ $0 == $1() },(schemas.count == 1 ? ofModule : []),expression: .__fromBinaryOperation(.__fromSyntaxNode("later.appliedSteps"),"==",.__fromSyntaxNode("(schemas.count == 1 ? ofModule : [])")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:146:7-146:74

nil                                                                                                                             

// original-source-range: /work/main/Sources/Client/CountersignClient/Context/MultifactorAuthenticationContext+Transactions.swift:51:54-51:64

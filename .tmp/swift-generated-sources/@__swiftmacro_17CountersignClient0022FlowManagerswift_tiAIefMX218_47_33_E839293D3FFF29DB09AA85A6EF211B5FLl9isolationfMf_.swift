nil                                                                                                                             

// original-source-range: /work/main/Sources/Client/CountersignClient/Flow/FlowManager.swift:219:48-219:58

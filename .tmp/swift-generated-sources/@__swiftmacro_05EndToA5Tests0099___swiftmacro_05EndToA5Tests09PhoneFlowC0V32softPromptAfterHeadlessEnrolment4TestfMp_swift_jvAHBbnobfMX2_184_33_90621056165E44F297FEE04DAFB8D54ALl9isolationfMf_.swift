nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_.swift:3:185-3:195

import AirtimeTerminal
import CountersignCommands

AirtimeProgram.main()

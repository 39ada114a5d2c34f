import BenchCommands
import PhoneCommands
import ServerCommands

#if SHOP
  import AirtimeTerminal

  /// The modules of this program: the airtime shop, if its folder is there.
  typealias ProgramModules = AirtimeProgram
#else
  /// The modules of this program: there are none, since the shop's folder is not there.
  enum ProgramModules: ServerAdditions, PhoneAdditions, BenchAdditions {}
#endif

import { addCommands } from './commands/parts.ts'
import { newProgram, runProgram } from './commands/program.ts'

const program = newProgram()
await addCommands(program, process.argv[2])
await runProgram(program, process.argv)

import { addCommands } from './commands/command-registry.ts'
import { newProgram, runProgram } from './commands/program.ts'

// Whoever reads an answer may have read enough of it, as `head` does: that ends nothing.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const program = newProgram()
await addCommands(program, process.argv[2])
await runProgram(program, process.argv)

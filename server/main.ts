import { addCommands } from './commands/command-registry.ts'
import { newProgram, runProgram } from './commands/program.ts'

// A reader may close the pipe early, as `head` does; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const program = newProgram()
await addCommands(program, process.argv[2])
process.exitCode = await runProgram(program, process.argv)
// An open channel to the first of several processes would keep this one alive.
process.disconnect?.()

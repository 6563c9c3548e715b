#!/usr/bin/env node
import { newProgram } from './commands.ts'
import { runProgram } from './program.ts'

// A reader such as `head` may close the pipe before everything is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
await runProgram(newProgram(), process.argv)

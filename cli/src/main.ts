#!/usr/bin/env node
import { newProgram } from './commands.ts'
import { runProgram } from './program.ts'

await runProgram(newProgram(), process.argv)

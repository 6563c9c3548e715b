#!/usr/bin/env node
import { newProgram, runProgram } from './program.ts'

await runProgram(newProgram(), process.argv)

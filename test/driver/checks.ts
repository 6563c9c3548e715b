import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { add, type Counts, indent, none, tell } from './counts.ts'

/** A check that passes or fails as a whole. To add one, give it a name and the file and arguments for Node. */
type Check = { readonly name: string; readonly command: readonly [file: string, ...args: string[]] }

const imported = ['server', 'console', 'bench', 'sdk/src', 'cli/src', 'test'].filter((folder) => existsSync(folder))

/**
 * TypeScript 7 checks in a tenth of the time, but has no API: dependency-cruiser and our own rules read the code with TypeScript 6. Its
 * four checkers would each work out the types that they share, while the other checks use the second processor.
 */
const tsc = ['node_modules/typescript-7/bin/tsc', '--pretty', 'false', '--checkers', '1'] as const

const checks: readonly Check[] = [
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  },
  { name: 'types', command: [...tsc, '--project', '.'] },
  { name: 'types of the console', command: [...tsc, '--project', 'console'] },
  { name: 'types of the SDK', command: [...tsc, '--project', 'sdk', '--noEmit'] },
  { name: 'types of the command line', command: [...tsc, '--project', 'cli', '--noEmit'] },
  { name: 'imports', command: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', ...imported] },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'generated files are current', command: ['server/main.ts', 'docs', '--check'] },
  { name: 'generated types of the SDK are current', command: ['sdk/generate.ts', '--check'] },
]

/** Runs all checks in parallel. Prints the complete output of failed ones. */
export async function runChecks(signal: AbortSignal): Promise<Counts> {
  const counts = await Promise.all(checks.map((check) => runCheck(check, signal)))
  return counts.reduce(add, none)
}

async function runCheck({ name, command }: Check, signal: AbortSignal): Promise<Counts> {
  const start = performance.now()
  const env = { ...process.env, NO_COLOR: '1' }
  const child = spawn(process.execPath, command, { env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  const [isGood, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  tell(isGood, name, performance.now() - start)
  if (!isGood) console.log(indent(out + err))
  return isGood ? { ...none, passed: 1 } : { ...none, failed: 1 }
}

import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { settings } from '../../server/platform/config/settings.ts'

const root = join(import.meta.dirname, '../..')

/** A fenced block of a document: commands (`sh`), or an excerpt of the last command's response (`json`). */
export type Block = { readonly kind: string; readonly text: string }

/** Returns the fenced blocks of a document in order. `file`: a path from the root. */
export const blocksIn = (file: string): Block[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, kind = '', text = '']) => ({ kind, text }),
  )

export const commandsOf = (blocks: readonly Block[]): string =>
  blocks
    .filter(({ kind }) => kind === 'sh')
    .map(({ text }) => text)
    .join('')

export const callsIn = (commands: string): number => commands.match(/\bcurl -s/g)?.length ?? 0

/** Returns each excerpt with the number of the curl call before it. */
export const excerptsOf = (blocks: readonly Block[]): { text: string; call: number }[] =>
  blocks.flatMap(({ kind, text }, index) =>
    kind === 'json' ? [{ text, call: callsIn(commandsOf(blocks.slice(0, index))) - 1 }] : [],
  )

/** Returns the printed lines that a document shows and that the output lacks. Ignores ids, times and the width of columns, which differ between runs. */
export function unprinted(blocks: readonly Block[], out: string): string[] {
  const alike = (line: string) =>
    line
      .replace(/\bex_[0-9a-f]+|\b\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{16}\b/g, '…')
      .replace(/ +/g, ' ')
      .trim()
  const printed = new Set(out.split('\n').map(alike))
  return blocks
    .filter(({ kind }, at) => kind === '' && blocks[at - 1]?.kind === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => !printed.has(alike(line)) && line !== '')
}

/** Returns the variables that the demo prints for pasting. */
export const exportsIn = (printed: string): Record<string, string> =>
  Object.fromEntries([...printed.matchAll(/^ *export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]))

export type PrintedResponse = { readonly status: number; readonly body: string }
export type Walk = {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly answers: readonly PrintedResponse[]
}

/** Returns the path of curl; undefined without one. */
export const findCurl = (): string | undefined =>
  spawnSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).stdout.trim() || undefined

// Replaces curl: saves each response in a file and fails if it is not a success.
const watchedCurl = `#!/bin/sh
answer=$ANSWERS/$(ls "$ANSWERS" | wc -l | tr -d ' ')
status=$("$CURL" -o "$answer" -w '%{http_code}' "$@") || exit
cat "$answer"
mv "$answer" "$answer.$status"
[ "$status" -lt 300 ]
`

const unset = Object.fromEntries(settings.map(({ name }) => [name, '']))

// A command that fails must not leave programs behind that others started.
const strictly = `set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n`

/** Runs the commands in one bash, in a folder with only ./market, the command line and the examples. */
export async function runCommands(
  commands: string,
  folder: string,
  curl: string,
  env: Readonly<Record<string, string>>,
): Promise<Walk> {
  const [bin, answers] = [join(folder, 'bin'), join(folder, 'answers')]
  for (const each of [bin, answers]) mkdirSync(each)
  for (const each of ['market', 'examples', 'cli']) symlinkSync(join(root, each), join(folder, each))
  writeFileSync(join(bin, 'curl'), watchedCurl)
  chmodSync(join(bin, 'curl'), 0o700)
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
  const [out, err] = [join(folder, 'out'), join(folder, 'err')]
  const child = spawn('bash', ['-c', `${strictly}${commands}`], {
    cwd: folder,
    env: { ...process.env, ...unset, ...env, PATH: path, ANSWERS: answers, CURL: curl },
    stdio: ['ignore', openSync(out, 'w'), openSync(err, 'w')],
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, out: readFileSync(out, 'utf8'), err: readFileSync(err, 'utf8'), answers: answersIn(answers) }
}

const answersIn = (folder: string): PrintedResponse[] =>
  readdirSync(folder)
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((name) => ({
      status: Number(name.split('.')[1] ?? 0),
      body: readFileSync(join(folder, name), 'utf8'),
    }))

/**
 * Returns where an excerpt differs from the response: missing members, other types, or other texts. Ignores numbers and texts with
 * digits (times, ids), which differ between runs.
 */
export function untrue(excerpt: unknown, answer: unknown, path = 'the answer'): string[] {
  if (typeof excerpt === 'object' && excerpt !== null && typeof answer === 'object' && answer !== null) {
    return Object.entries(excerpt).flatMap(([name, member]) =>
      untrue(member, (answer as Record<string, unknown>)[name], `${path}.${name}`),
    )
  }
  if (typeof excerpt !== typeof answer) return [`${path} is ${JSON.stringify(answer)}`]
  const isFixed = typeof excerpt === 'boolean' || (typeof excerpt === 'string' && !/\d/.test(excerpt))
  return isFixed && excerpt !== answer ? [`${path} is ${JSON.stringify(answer)}`] : []
}

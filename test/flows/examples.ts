import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TestContext } from 'node:test'

const folder = join(import.meta.dirname, '../../docs/api')
/** Its commands belong together: sandbox.test.ts runs them in one shell. */
const elsewhere = 'sandbox.md'

type Example = { readonly page: string; readonly kind: string; readonly text: string }

/** Runnable examples in the documents: fenced blocks of sh and js. */
const examples: Example[] = globSync(join(folder, '*.md'))
  .filter((file) => basename(file) !== elsewhere)
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^```(sh|js)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
      page: basename(file),
      kind,
      text,
    })),
  )

const programs: Readonly<Record<string, readonly string[]>> = {
  sh: ['bash', '-euo', 'pipefail', '-c'],
  js: [process.execPath, '--input-type=module', '-e'],
}

/** Runs a block in a shell with the demo's variables. */
async function run({ kind, text }: Example, env: Readonly<Record<string, string>>) {
  const [command = '', ...words] = programs[kind] ?? []
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const child = spawn(command, [...words, text], { env: { ...env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  return { code, out }
}

/** Runs every example of the documents on a demo marketplace, unchanged. `printed`: the variables that it prints. */
export async function runExamples(t: TestContext, printed: Readonly<Record<string, string>>): Promise<void> {
  for (const example of examples) {
    const { code, out } = await run(example, printed)
    assert.equal(code, 0, `${example.page}\n${example.text}\n${out}`)
  }
  t.diagnostic(`${examples.length} examples`)
  for (const page of ['webhooks', 'idempotency', 'limits', 'lists', 'versioning'])
    assert.ok(
      examples.some((example) => example.page === `${page}.md`),
      `${page}.md has an example`,
    )
}

import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { TestContext } from 'node:test'
import { freePort } from '../support/ports.ts'
import type { Program } from '../support/program.ts'
import { blocksIn, exportsIn, findCurl } from './document-blocks.ts'

const root = join(import.meta.dirname, '../..')
const page = 'docs/api/first-program.md'
const cli = join(root, 'cli/dist/main.js')

const hasPython = (module: string): boolean => spawnSync('python3', ['-c', `import ${module}`]).status === 0

type Example = { readonly command: readonly [string, ...string[]]; readonly skip: boolean }
const byNode = (name: string): Example => ({ command: [process.execPath, `examples/${name}`], skip: false })

const programs: Readonly<Record<string, Example>> = {
  TypeScript: byNode('quickstart.mjs'),
  curl: { command: ['sh', 'examples/quickstart.sh'], skip: !findCurl() },
  Python: { command: ['python3', 'examples/quickstart.py'], skip: !hasPython('requests') },
}
const receivers: Readonly<Record<string, Example>> = {
  Express: byNode('webhooks-express.mjs'),
  Fastify: byNode('webhooks-fastify.mjs'),
  Flask: { command: ['python3', 'examples/webhooks_flask.py'], skip: !hasPython('flask') },
}

type Env = Readonly<Record<string, string>>
const pathWithNode = `${dirname(process.execPath)}:${process.env['PATH']}`

function run([file, ...words]: Example['command'], env: Env): Promise<string> {
  return new Promise((resolve) => {
    execFile(file, words, { cwd: root, env: { ...env, PATH: pathWithNode } }, (error, out, errors) =>
      resolve(`${out}${errors}${error ? `exit ${error.code}` : ''}`),
    )
  })
}

/** Starts a program and returns a function that returns its next line. */
function start(t: TestContext, [file, ...words]: Example['command'], env: Env) {
  const child: ChildProcess = spawn(file, words, {
    cwd: root,
    env: { ...env, PATH: pathWithNode },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const output = new PassThrough()
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(output, { end: false })
  child.once('close', () => output.end())
  const lines = createInterface({ input: output })[Symbol.asyncIterator]()
  return async (): Promise<unknown> => (await lines.next()).value
}

async function nextMatching(next: () => Promise<unknown>, pattern: RegExp): Promise<string> {
  for (;;) {
    const line = await next()
    assert.equal(typeof line, 'string', `ended before ${pattern}`)
    if (pattern.test(String(line))) return String(line)
  }
}

/** Starts the receiver, forwards the events of the sandbox to it, and triggers one. */
async function mustReceive(t: TestContext, { command }: Example, env: Env): Promise<void> {
  const [port, secret] = [await freePort(), `whsec_${randomBytes(24).toString('base64')}`]
  const to = `http://127.0.0.1:${port}/webhooks`
  const line = start(t, command, { PORT: String(port), WEBHOOK_SECRET: secret })
  await nextMatching(line, /^ready$/)
  const listen = ['webhooks', 'listen', '--forward-to', to, '--secret', secret] as const
  const forwarded = start(t, [process.execPath, cli, ...listen], env)
  await nextMatching(forwarded, /^Forwarding events /)
  assert.equal((await triggered('report.submitted', env)).type, 'report.submitted')
  assert.match(await nextMatching(forwarded, /report\.submitted/), /^204 /)
  await nextMatching(line, /^report\.submitted sandbox$/)
  await mustRefuse(to)
}

const triggered = async (type: string, env: Env) =>
  JSON.parse(await run([process.execPath, cli, 'trigger', type, '--json'], env))

/** Sends an event with a false signature, and one without. */
async function mustRefuse(to: string): Promise<void> {
  const body = '{"id":"evt_1","type":"report.submitted","livemode":false}'
  const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1', 'webhook-timestamp': '1700000000' }
  for (const more of [{ 'webhook-signature': 'v1,AAAA' }, {}])
    assert.equal((await fetch(to, { method: 'POST', body, headers: { ...headers, ...more } })).status, 400)
}

/** Runs the programs of the page on first programs, with the test key of a demo marketplace whose sandboxes run. */
export async function firstPrograms(t: TestContext, server: Program): Promise<void> {
  const { BASE_URL = '', TEST_KEY = '' } = exportsIn(server.output())
  const env = { BASE_URL, TEST_KEY, MARKETPLACE_URL: BASE_URL, MARKETPLACE_API_KEY: TEST_KEY }
  for (const [name, { command, skip }] of Object.entries(programs))
    await t.test(`${name}: from a key to an accepted report`, { skip }, async () => {
      const out = await run(command, env)
      assert.match(out, /^answers: [\s\S]*Accepted/, `${out}\nThe server said:\n${server.output()}`)
      assert.doesNotMatch(out, /exit/)
    })
  for (const [name, receiver] of Object.entries(receivers))
    await t.test(`${name}: receives a triggered event, and refuses a false signature`, { skip: receiver.skip }, (t) =>
      mustReceive(t, receiver, env),
    )
  await t.test('every event can be triggered', async () => {
    const refusal = await run([process.execPath, cli, 'trigger', 'nonsense'], env)
    const events = /It must be one of (.+?)\.(?:\s|$)/.exec(refusal)?.[1]?.split(', ') ?? []
    assert.ok(events.length > 10, refusal)
    for (const type of events) assert.equal((await triggered(type, env)).type, type)
  })
}

/** Asserts that the page shows the programs that are run here. */
export function mustShowPrograms(): void {
  const files = ['quickstart.mjs', 'quickstart.py', 'quickstart.sh', 'webhooks-express.mjs']
  const shown = blocksIn(page).map(({ text }) => text)
  for (const name of files) assert.ok(shown.includes(readFileSync(join(root, 'examples', name), 'utf8')), name)
}

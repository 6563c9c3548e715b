import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../../server/platform/clock.ts'
import { clientOf } from '../../support/client.ts'
import { settingsOnServer } from '../../support/database.ts'
import { becomes, commandLine, kill } from '../../support/embedded-postgres/fixtures.ts'
import { freePort } from '../../support/ports.ts'
import { programsUnder } from '../../support/processes.ts'
import { newInstallation, type TestInstallation } from '../../support/program.ts'

/** Two seconds for connections being opened, many times as much on a busy machine. */
const stopMsMax = 40_000

const words = (pid: number): string => commandLine(pid).replaceAll('\0', ' ').trim()
/** Returns our processes with their children. */
const programs = (): number[] => programsUnder(process.pid).filter((pid) => /main\.ts (?:serve|work)/.test(words(pid)))
const childrenOf = (pid: number): number[] => programsUnder(pid).filter((each) => /main\.ts serve/.test(words(each)))

/** Starts a program and stops it at a certain point. It must end soon, normally, and without becoming ready. */
async function stoppedWhen(
  installation: TestInstallation,
  command: string,
  isSoFar: (pid: number) => boolean | Promise<boolean>,
) {
  const ran = installation.run(...command.split(' '))
  await becomes('it runs', () => programs().length === 1)
  const [pid = 0] = programs()
  while (!(await isSoFar(pid))) await setTimeout(5)
  const children = childrenOf(pid)
  const passed = stopwatch()
  kill(pid, 'SIGTERM')
  const { code, signal, out, err } = await ran
  const ms = passed()
  assert.deepEqual({ code, signal }, { code: 0, signal: null }, out + err)
  assert.doesNotMatch(out, /ready|running/)
  assert.ok(ms < stopMsMax, `it took ${Math.round(ms)} ms`)
  await becomes('nothing of it runs', () => children.every((each) => words(each) === ''))
  return err
}

/** A database that accepts connections and never responds. */
async function silentDatabase(t: TestContext) {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `postgresql://nobody@127.0.0.1:${port}/none`, isAsked: () => sockets.length > 0 }
}

describe('stopped during its start, the program ends immediately', () => {
  for (const command of ['serve', 'serve --processes 2', 'work'])
    test(`${command}: while it waits for a database that does not answer`, async (t) => {
      const { url, isAsked } = await silentDatabase(t)
      const installation = newInstallation(t, { DATABASE_URL: url, PORT: String(await freePort()) })
      await stoppedWhen(installation, command, isAsked)
    })

  test('serve --processes: while the others start, leaving none behind', async (t) => {
    const installation = newInstallation(t, { ...(await settingsOnServer(t)), PORT: String(await freePort()) })
    const output = await stoppedWhen(installation, 'serve --processes 2', (pid) => childrenOf(pid).length === 2)
    assert.doesNotMatch(output, /could not start|starting another/)
    await becomes('its database has ended', () => installation.database().length === 0)
  })

  test('serve --demo: while it creates the demo data', async (t) => {
    const port = await freePort()
    const installation = newInstallation(t, { ...(await settingsOnServer(t)), PORT: String(port) })
    const client = clientOf(`http://127.0.0.1:${port}`)
    const answers = () =>
      client.get('/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
    await stoppedWhen(installation, 'serve --demo', answers)
    await becomes('its database has ended', () => installation.database().length === 0)
  })
})

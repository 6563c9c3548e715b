import { randomBytes } from 'node:crypto'
import { type Bench, openBench } from '../../faults/bench.ts'
import { type Component, programComponent, terms } from '../../faults/components.ts'
import type { Rng } from '../../properties/rng.ts'
import { type Ends, newDirectory } from '../../support/embedded-postgres/fixtures.ts'
import { openReceiver } from '../../support/fakes/receiver.ts'
import { freePort } from '../../support/ports.ts'
import type { TestInstallation } from '../../support/program.ts'
import type { PatroniSet } from './set.ts'

/** Two nodes and a worker that reach the set only through HAProxy, and the people who trade on them. */
export type OnSet = Bench & { readonly programs: readonly Component[] }

/** The program's default timeouts; the fault bench uses longer ones. */
const asInstalled = { DATABASE_WAIT_SECONDS: '', REQUESTS_AT_ONCE_MAX: '', BUSY_MS_MAX: '' }
const thinkMs = 60

export async function openOnSet(t: Ends, set: PatroniSet, rng: Rng): Promise<OnSet> {
  const [receiver, dataDir] = [await openReceiver(), newDirectory(t, 'data')]
  const ports = [await freePort(), await freePort()]
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const shared: Record<string, string> = {
    ...terms,
    ...asInstalled,
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: urls[0] ?? '',
  }
  const own = { DATABASE_URL: set.urls.app, DATABASE_DIRECT_URL: set.urls.owner, DATABASE_READ_URL: set.urls.read }
  const component = (start: (installation: TestInstallation) => ReturnType<TestInstallation['work']>) =>
    programComponent(t, { shared, own, start })
  const programs = ports.map((port) => component((installation) => installation.serve(port, '--no-jobs')))
  // The first one runs the migrations.
  await programs[0]?.start()
  programs.push(component((installation) => installation.work()))
  await Promise.all(programs.slice(1).map((program) => program.start()))
  const nodes = urls.map((url, index) => ({ url, watch: (programs[index] as Component).disturbances.watch }))
  const settings = () => ({ ...shared, DATABASE_URL: set.urls.owner, LOG_LEVEL: 'silent' })
  const place = {
    nodes,
    settings,
    receiver,
    hooks: `${receiver.url}/hooks`,
    dataDir,
    seed: rng.whole(2 ** 30),
    thinkMs,
  }
  return { ...(await openBench(t, place)), programs }
}

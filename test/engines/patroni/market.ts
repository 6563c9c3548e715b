import { randomBytes } from 'node:crypto'
import { type Acknowledged, nothingAcknowledged } from '../../faults/acknowledged.ts'
import { type Component, type NodeAddress, programComponent, terms } from '../../faults/components.ts'
import type { Evidence } from '../../faults/evidence.ts'
import { deliveryOf } from '../../faults/run.ts'
import { type Send, sendTo } from '../../faults/send.ts'
import { createParticipants, type Participants } from '../../faults/setup.ts'
import type { Rng } from '../../properties/rng.ts'
import { type Ends, newDirectory } from '../../support/embedded-postgres/fixtures.ts'
import { openReceiver, type Receiver } from '../../support/fakes/receiver.ts'
import { freePort, type TestInstallation } from '../../support/program.ts'
import type { PatroniSet } from './set.ts'

/** Two nodes and a worker that reach the set only through HAProxy, the people who trade on them, and what was acknowledged. */
export type OnSet = {
  readonly nodeAddresses: readonly NodeAddress[]
  readonly programs: readonly Component[]
  readonly participants: Participants
  readonly acknowledged: Acknowledged
  readonly ask: Send
  evidence(): Evidence
}

/** The program's default timeouts; the fault bench uses longer ones. */
const asInstalled = { DATABASE_WAIT_SECONDS: '', REQUESTS_AT_ONCE_MAX: '', BUSY_MS_MAX: '' }

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
  const nodes = ports.map((port) =>
    programComponent(t, {
      shared,
      own,
      start: (installation: TestInstallation) => installation.serve(port, '--no-jobs'),
    }),
  )
  const worker = programComponent(t, { shared, own, start: (installation: TestInstallation) => installation.work() })
  // The first one runs the migrations.
  await nodes[0]?.start()
  await Promise.all([...nodes.slice(1), worker].map((component) => component.start()))
  const nodeAddresses = urls.map((url, index) => ({ url, disturbances: (nodes[index] as Component).disturbances }))
  const [acknowledged, ended] = [nothingAcknowledged(), new AbortController()]
  t.after(() => ended.abort())
  const ask = sendTo(nodeAddresses, acknowledged, rng.fork(), ended.signal)
  const settings = () => ({ ...shared, DATABASE_URL: set.urls.owner, LOG_LEVEL: 'silent' })
  const participants = await createParticipants({ settings, nodeAddresses, hooks: `${receiver.url}/hooks` }, ask)
  const evidence = () => evidenceOf({ participants, acknowledged, receiver, urls, set, dataDir })
  return { nodeAddresses, programs: [...nodes, worker], participants, acknowledged, ask, evidence }
}

type MarketParts = {
  readonly participants: Participants
  readonly acknowledged: Acknowledged
  readonly receiver: Receiver
  readonly urls: readonly string[]
  readonly set: PatroniSet
  readonly dataDir: string
}

const evidenceOf = ({ participants, acknowledged, receiver, urls, set, dataDir }: MarketParts): Evidence => ({
  acknowledged,
  delivered: receiver.received.map(deliveryOf),
  advertisers: participants.advertisers,
  executors: participants.executors,
  fundsUnits: participants.fundsUnits,
  secrets: participants.secrets,
  urls,
  databaseUrl: set.urls.owner,
  uploads: `${dataDir}/uploads`,
})

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { openSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Ends, newDirectory } from '../../support/embedded-postgres/fixtures.ts'
import { type Engines, openEngines } from './engines.ts'
import { filled } from './files.ts'
import { createMachine, type Machine } from './machine.ts'

/** Three simulated machines with PostgreSQL, behind HAProxy, all on loopback. */
export type PatroniSet = {
  readonly directory: string
  readonly machines: readonly Machine[]
  /** Through HAProxy: the program's and the owner's role on the primary, and the program's on the replicas. */
  readonly urls: { readonly app: string; readonly owner: string; readonly read: string }
  /** Superuser on the primary, through HAProxy. */
  readonly adminUrl: string
  /** Returns the members reported by Patroni; empty while no machine answers. */
  roles(): Promise<Readonly<Record<string, Member>>>
  primary(): Promise<Machine>
  /** Waits until there is a primary and the others follow on its timeline, one of them synchronously. */
  whole(): Promise<void>
  /** Switches to a standby that Patroni chooses. */
  switchover(): Promise<void>
  /** Whether its etcd is the leader, so that losing the machine also loses that. */
  leadsEtcd(machine: Machine): Promise<boolean>
}
export type Member = { readonly role: string; readonly state: string; readonly timeline: number }

const password = () => randomBytes(12).toString('hex')
const wholeMsMax = 120_000
const pauseMs = 250

/** Creates a set in about twelve seconds; it is removed after the test. On a real disk, so that commits wait for it. */
export async function openSet(t: Ends, directory = newDirectory(t, 'patroni', tmpdir())): Promise<PatroniSet> {
  const engines = await openEngines()
  // All addresses in 127/8 are this machine. Each simulated machine gets one, with the ports of the guide.
  const network = `127.${randomInt(2, 255)}.${randomInt(1, 255)}`
  const [listen, ...addresses] = [10, 11, 12, 13].map((last) => `${network}.${last}`) as [string, ...string[]]
  const passwords = { SUPERUSER_PASSWORD: password(), REPLICATION_PASSWORD: password(), REWIND_PASSWORD: password() }
  const hosts = Object.fromEntries(addresses.map((address, index) => [`PG${index + 1}`, address]))
  // All connections come from 127.0.0.1. No watchdog: it would restart this machine.
  const blanks = { ...hosts, ...passwords, LISTEN: listen, NETWORK: '127.0.0.0/8', WATCHDOG: 'off' }
  const machineAt = (address: string, index: number) =>
    createMachine({ name: `pg${index + 1}`, address, directory, engines, blanks })
  const machines = addresses.map(machineAt)
  for (const machine of machines) machine.start()
  const adminUrl = `postgresql://postgres:${passwords.SUPERUSER_PASSWORD}@${listen}:5000/postgres`
  const set = { adminUrl, ...setOf(directory, machines, `${listen}:5000`, `${listen}:5001`) }
  await startBalancer(t, engines, directory, filled('haproxy.cfg', blanks))
  await set.whole()
  const refusals = machineAt(`${network}.14`, machines.length).refusals()
  if (refusals) throw new Error(`patroni --validate-config: ${refusals}`)
  await makeRoles(adminUrl)
  return set
}

function setOf(
  directory: string,
  machines: readonly Machine[],
  primaryAt: string,
  replicasAt: string,
): Omit<PatroniSet, 'adminUrl'> {
  const roles = () => rolesOf(machines)
  const primary = async () => {
    const name = await nameOfPrimary(roles)
    return machines.find((machine) => machine.name === name) as Machine
  }
  const as = (role: string, at: string) => `postgresql://${role}:${rolePassword}@${at}/market`
  return {
    directory,
    machines,
    urls: { app: as('market_app', primaryAt), owner: as('market', primaryAt), read: as('market_app', replicasAt) },
    roles,
    primary,
    whole: async () => {
      const late = AbortSignal.timeout(wholeMsMax)
      for (let found = {}; !isWhole(found, machines.length); found = await roles()) {
        if (late.aborted) throw new Error(`the set is not whole: ${JSON.stringify(found)}`)
        await setTimeout(pauseMs)
      }
    },
    switchover: async () => {
      const leader = await primary()
      const body = JSON.stringify({ leader: leader.name })
      const url = `http://${leader.address}:8008/switchover`
      const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(wholeMsMax) })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`no switchover: ${answer.status} ${text}`)
    },
    leadsEtcd: async ({ address }) => {
      const answer = await fetch(`http://${address}:2379/v2/stats/self`, { signal: AbortSignal.timeout(1000) })
      return ((await answer.json()) as { state: string }).state === 'StateLeader'
    },
  }
}

async function nameOfPrimary(roles: PatroniSet['roles']): Promise<string> {
  for (const late = AbortSignal.timeout(wholeMsMax); !late.aborted; await setTimeout(pauseMs)) {
    const found = Object.entries(await roles()).find(([, { role }]) => role === 'leader')
    if (found) return found[0]
  }
  throw new Error('the set has no primary')
}

function isWhole(members: Readonly<Record<string, Member>>, count: number): boolean {
  const all = Object.values(members)
  const has = (role: string) => all.filter((member) => member.role === role).length === 1
  const timelines = new Set(all.map(({ timeline }) => timeline))
  const areUp = all.every(({ state }) => state === 'running' || state === 'streaming')
  return all.length === count && areUp && has('leader') && has('sync_standby') && timelines.size === 1
}

/** Returns the members as the first responding machine knows them. */
async function rolesOf(machines: readonly Machine[]): Promise<Record<string, Member>> {
  for (const { address } of machines) {
    const members = await membersAt(address).catch(() => [])
    if (members.length > 0) return Object.fromEntries(members.map((member) => [member.name, member]))
  }
  return {}
}

async function membersAt(address: string): Promise<(Member & { readonly name: string })[]> {
  const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1000) })
  const { members } = (await answer.json()) as { members?: (Member & { name: string })[] }
  return answer.ok ? (members ?? []) : []
}

async function startBalancer(t: Ends, { env, haproxy }: Engines, directory: string, text: string): Promise<void> {
  const file = join(directory, 'haproxy.cfg')
  writeFileSync(file, text, { mode: 0o600 })
  const log = openSync(join(directory, 'haproxy.log'), 'a')
  const [command = '', ...words] = haproxy
  const options = { env: { ...process.env, ...env }, stdio: ['ignore', log, log] as ('ignore' | number)[] }
  const checked = spawn(command, [...words, '-c', '-f', file], options)
  const [code] = await new Promise<unknown[]>((resolve) => checked.once('exit', (...ended) => resolve(ended)))
  if (code !== 0) throw new Error(`haproxy -c refuses the file: see ${file}`)
  const running: ChildProcess = spawn(command, [...words, '-db', '-f', file], options)
  t.after(() => void running.kill('SIGKILL'))
}

const rolePassword = password()

/** Creates the roles of docs/database-roles.md. */
async function makeRoles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const role of ['market', 'market_app'])
      await client.query(`create role ${role} login password '${rolePassword}'`)
    await client.query('create database market owner market')
  } finally {
    await client.end()
  }
}

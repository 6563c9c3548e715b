import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { environmentOf, programIn, unpack, unpacked } from '../../engines/packages.ts'
import { freePort } from '../ports.ts'

/** Includes its own Python interpreter, to be independent of the machine's. */
const packages = ['python3-swift', 'python3.11-minimal', 'libpython3.11-minimal', 'libpython3.11-stdlib']

/** Why tests with a real object store are skipped: Swift is not unpacked (`npm run engines -- install swift`). */
export const withoutSwift: string | false = unpacked('swift')
  ? false
  : 'Swift is not unpacked: npm run engines -- install swift'

export const unpackSwift = (): Promise<string> => unpack('swift', packages)

export type Swift = {
  /** `http://127.0.0.1:PORT` of its S3 interface. */
  readonly endpoint: string
  readonly port: number
  readonly keyId: string
  readonly secretKey: string
  /** Kills the proxy server, like a power failure, and restarts it; stored objects remain. */
  kill(): Promise<void>
  start(): Promise<void>
}

const [account, person, secretKey] = ['market', 'files', 'a-secret-of-tests']
const readySecondsMax = 180

type Part = 'account' | 'container' | 'object' | 'proxy'

/** Starts Swift as four processes on loopback, with real signatures and one copy of each object. Ends with the test file. */
export async function startSwift(): Promise<Swift> {
  const prefix = await unpackSwift()
  const folder = mkdtempSync(join(tmpdir(), 'swift-'))
  const ports: Record<Part, number> = {
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
    proxy: await freePort(),
  }
  const env = await environmentFor(prefix, folder)
  const python = programIn(prefix, 'python3.11')
  write(folder, ports)
  const made = spawnSync(python, ['-c', rings, folder, ...Object.values(ports).map(String)], { env })
  if (made.status !== 0) throw new Error(`no rings: ${made.stderr}`)
  const running = new Map<Part, ChildProcess>()
  const start = async (part: Part) => {
    running.set(part, await begin(python, env, { part, folder, port: ports[part] }))
  }
  const end = async () => {
    await Promise.all([...running.values()].map(endOf))
    rmSync(folder, { recursive: true, force: true })
  }
  after(end)
  await Promise.all((Object.keys(ports) as Part[]).map(start))
  return {
    endpoint: `http://127.0.0.1:${ports.proxy}`,
    port: ports.proxy,
    keyId: `${account}:${person}`,
    secretKey,
    kill: () => endOf(running.get('proxy')),
    start: () => start('proxy'),
  }
}

type Begun = { readonly part: Part; readonly folder: string; readonly port: number }

async function begin(
  python: string,
  env: Record<string, string>,
  { part, folder, port }: Begun,
): Promise<ChildProcess> {
  const words = ['-c', server, join(folder, `${part}.conf`), `${part}-server`]
  const child = spawn(python, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000)
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
  await listening(port, () => (child.exitCode === null ? undefined : `${part}: ${output}`))
  return child
}

/** Debian modules that the machine already has were not downloaded. */
async function environmentFor(prefix: string, folder: string): Promise<Record<string, string>> {
  const { PYTHONPATH, ...env } = await environmentOf(prefix)
  const modules = `${PYTHONPATH}:/usr/lib/python3/dist-packages`
  return { ...env, PYTHONPATH: modules, PYTHONHOME: join(prefix, 'usr'), SWIFT_DIR: folder, LC_ALL: 'C' }
}

async function endOf(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

async function listening(port: number, whyNot: () => string | undefined): Promise<void> {
  for (let tries = 0; tries < readySecondsMax * 20; tries++) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    const why = whyNot()
    if (why !== undefined) throw new Error(why)
    await setTimeout(50)
  }
  throw new Error(`nobody listens on ${port}`)
}

function write(folder: string, ports: Record<Part, number>): void {
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'disks', 'd1'), { recursive: true })
  put('swift.conf', '[swift-hash]\nswift_hash_path_prefix = tests\nswift_hash_path_suffix = only\n')
  for (const part of ['account', 'container', 'object'] as const)
    put(`${part}.conf`, common(folder, ports[part]) + partOf(folder, part))
  put('proxy.conf', common(folder, ports.proxy) + proxy)
  put('proxy-server.conf', '')
}

const common = (folder: string, port: number) => `[DEFAULT]
swift_dir = ${folder}
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
workers = 0
log_level = ERROR
log_udp_host = 127.0.0.1
log_udp_port = 9
`

const partOf = (folder: string, part: Part) => `
devices = ${join(folder, 'disks')}
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`

const proxy = `
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${person} = ${secretKey} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
`

const server = `
import os, sys
from swift.common import utils, wsgi
utils.SWIFT_CONF_FILE = os.path.join(os.environ['SWIFT_DIR'], 'swift.conf')
sys.exit(wsgi.run_wsgi(sys.argv[1], sys.argv[2], verbose=False))
`

const rings = `
import os, sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
for name, port in zip(('account', 'container', 'object'), sys.argv[2:]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': int(port),
                     'replication_ip': '127.0.0.1', 'replication_port': int(port), 'device': 'd1', 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + '.ring.gz'))
`

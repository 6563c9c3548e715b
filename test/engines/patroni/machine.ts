import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseUser } from '../../../server/platform/embedded-postgres/cluster.ts'
import { openPaths } from '../../../server/platform/embedded-postgres/paths.ts'
import { becomes, commandLine, kill, programsBelow } from '../../support/embedded-postgres/fixtures.ts'
import type { Engines } from './engines.ts'
import { type Blanks, filled } from './files.ts'

/** A simulated machine with its own loopback address: etcd, Patroni and the PostgreSQL that Patroni manages. */
export type Machine = {
  readonly name: string
  readonly address: string
  /** Starts the parts that are not running. */
  start(): void
  /** Kills everything at once, like a power failure. */
  kill(): Promise<void>
  /** Kills only PostgreSQL. */
  crash(): void
  /** Freezes everything, like a hang or a network partition: connections stay open without answers. */
  freeze(): void
  wake(): void
  /** Returns Patroni's complaints about its configuration file; empty if it is valid. The machine must be stopped and etcd running. */
  refusals(): string
}

type Options = {
  readonly name: string
  readonly address: string
  readonly directory: string
  readonly engines: Engines
  readonly blanks: Blanks
}
type Started = { readonly name: string; readonly words: readonly string[]; child?: ChildProcess }

export function createMachine({ name, address, directory, engines, blanks }: Options): Machine {
  const place = openPaths(join(directory, name))
  const own = prepare(place.directory, engines, { ...blanks, NAME: name, ADDRESS: address })
  const user = chooseUser(place)
  const programs: Started[] = [
    { name: 'etcd', words: [...engines.etcd, '--config-file', own.etcd] },
    { name: 'patroni', words: [...user.prefix('KILL'), ...engines.patroni, own.patroni] },
  ]
  const all = () => programsBelow(`${place.directory}/`)
  const signal = (which: NodeJS.Signals) => () => {
    for (const pid of all()) kill(pid, which)
  }
  return {
    name,
    address,
    start: () => {
      for (const program of programs) {
        if (isRunning(program.child)) continue
        const [command = '', ...words] = program.words
        const log = openSync(join(place.directory, `${program.name}.log`), 'a')
        program.child = spawn(command, words, {
          cwd: place.directory,
          env: { ...process.env, ...engines.env, ETCD_UNSUPPORTED_ARCH: process.arch },
          stdio: ['ignore', log, log],
        })
        closeSync(log)
      }
    },
    kill: async () => {
      signal('SIGKILL')()
      await becomes(`${name} has ended`, () => all().length === 0)
    },
    crash: () => {
      for (const pid of all().filter(isPostgres)) kill(pid)
    },
    freeze: signal('SIGSTOP'),
    wake: signal('SIGCONT'),
    refusals: () => refusalsOf(engines, own.patroni),
  }
}

function refusalsOf(engines: Engines, config: string): string {
  const [command = '', ...words] = [...engines.patroni, '--validate-config', config]
  const { stdout, stderr, status } = spawnSync(command, words, { env: { ...process.env, ...engines.env } })
  return status === 0 ? '' : `${stdout}${stderr}`
}

const isRunning = (child: ChildProcess | undefined): boolean =>
  child !== undefined && child.exitCode === null && child.signalCode === null

/** The postmaster has its own command line; the other processes state their purpose. */
const isPostgres = (pid: number): boolean => /\/bin\/postgres\0|^postgres: /.test(commandLine(pid))

/** Writes the machine's configuration files as an operator would. */
function prepare(directory: string, { binaries }: Engines, blanks: Blanks): { etcd: string; patroni: string } {
  const folders = {
    DATA_DIR: join(directory, 'postgresql'),
    ETCD_DIR: join(directory, 'etcd'),
    PGPASS: join(directory, 'pgpass'),
    BIN_DIR: binaries,
    SOCKETS: directory,
  }
  mkdirSync(folders.ETCD_DIR, { recursive: true, mode: 0o700 })
  const write = (name: string) => {
    const path = join(directory, name)
    writeFileSync(path, filled(name, { ...blanks, ...folders }), { mode: 0o600 })
    return path
  }
  return { etcd: write('etcd.yml'), patroni: write('patroni.yml') }
}

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../server/platform/database/db.ts'
import { sql } from '../server/platform/sql.ts'
import { pgbenchVersion } from './pgbench.ts'

const root = join(import.meta.dirname, '..')

const git = (...words: string[]): string => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.trim()

/** Returns versions, hardware and settings; nothing that identifies the machine or its user. */
export async function circumstances(db: Db) {
  const { day, version, settings } = await db.one<{
    day: string
    version: string
    settings: Record<string, string>
  }>(sql`
    select ${db.now()}::date as day, current_setting('server_version') as version,
      (select jsonb_object_agg(name, current_setting(name)) from pg_settings
        where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'wal_compression')) as settings`)
  return {
    day,
    commit: git('rev-parse', '--short=10', 'HEAD') || 'unknown',
    isChanged: git('status', '--porcelain', '--', 'server', 'bench/*.ts', 'package-lock.json') !== '',
    versions: {
      node: process.versions.node,
      postgresql: version,
      pg: JSON.parse(readFileSync(join(root, 'node_modules/pg/package.json'), 'utf8')).version as string,
      pgbench: pgbenchVersion() ?? null,
    },
    machine: {
      system: `${process.platform} ${process.arch}`,
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
    },
    postgresql: settings,
  }
}
export type Circumstances = Awaited<ReturnType<typeof circumstances>>

/** CPU time used so far; undefined if the system does not report it. */
export type Use = { readonly serverCpuMs: number; readonly databaseCpuMs: number }

const tickMs = 10

/** Reads the CPU time of the server's process and of all PostgreSQL processes; Linux only. */
export function useOf(serverPid: number, postmaster: number): Use | undefined {
  try {
    const all = processes()
    const server = all.find(({ pid }) => pid === serverPid)?.cpuMs ?? 0
    const database = all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    return { serverCpuMs: server, databaseCpuMs: database.reduce((sum, { cpuMs }) => sum + cpuMs, 0) }
  } catch {
    return undefined
  }
}

/** Resets the peak resident memory of a process, on Linux; elsewhere no peak is read. */
export function forgetPeak(pid: number): void {
  const file = `/proc/${pid}/clear_refs`
  if (existsSync(file)) writeFileSync(file, '5')
}

export const peakMiBOf = (pid: number): number | undefined => mebibytes(pid, 'status', 'VmHWM')
export const residentMiBOf = (pid: number): number | undefined => mebibytes(pid, 'status', 'VmRSS')

function mebibytes(pid: number, file: string, line: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, 'utf8')
    return Math.round(Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024)
  } catch {
    return undefined
  }
}

/** Returns resident memory: the server's, now and peak, and PostgreSQL's with shared memory counted once. */
export function memoryOf(serverPid: number, postmaster: number) {
  try {
    const own = (pid: number, file: string, line: string) =>
      Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0) /
      1024
    const database = processes().filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    const shares = database.map(({ pid }) => own(pid, 'smaps_rollup', 'Pss'))
    return {
      serverMiB: Math.round(own(serverPid, 'status', 'VmRSS')),
      serverMiBMost: Math.round(own(serverPid, 'status', 'VmHWM')),
      databaseMiB: Math.round(shares.reduce((sum, share) => sum + share, 0)),
    }
  } catch {
    return undefined
  }
}

type Process = { readonly pid: number; readonly parent: number; readonly cpuMs: number }

/** Includes the time of ended child processes in their parents. */
const processes = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const fields = statOf(name)
      const [parent = 0, ...times] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]))
      return fields.length > 0
        ? [{ pid: Number(name), parent, cpuMs: times.reduce((sum, ticks) => sum + ticks) * tickMs }]
        : []
    })

/** Returns the fields after the process name, which may contain spaces; none if the process has just ended. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Returns the parent of all PostgreSQL processes. */
export async function postmasterOf(db: Db): Promise<number> {
  const { pid } = await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return processes().find((each) => each.pid === pid)?.parent ?? 0
}

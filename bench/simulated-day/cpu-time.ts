import { runningIds, statOf } from '../../test/support/processes.ts'

/** The groups of processes that are measured. */
export const processGroups = ['api', 'worker', 'database', 'load', 'receiver'] as const
export type ProcessGroup = (typeof processGroups)[number]
/** CPU milliseconds. */
export type CpuTimes = Readonly<Record<ProcessGroup, number>>
export type Roots = Readonly<Record<ProcessGroup, readonly number[]>>

const tickMs = 10

/** Returns the CPU time of these processes and their descendants; undefined if the system does not report it. */
export function cpuTimesOf(roots: Roots): CpuTimes | undefined {
  try {
    const all = new Map(readProcesses().map((each) => [each.pid, each]))
    const rootOf = (pid: number): ProcessGroup | undefined => {
      for (let at = all.get(pid); at; at = all.get(at.parent)) {
        const { pid: found } = at
        const part = processGroups.find((each) => roots[each].includes(found))
        if (part) return part
      }
      return undefined
    }
    const used: Record<ProcessGroup, number> = { api: 0, worker: 0, database: 0, load: 0, receiver: 0 }
    for (const { pid, cpuMs } of all.values()) {
      const part = rootOf(pid)
      if (part) used[part] += cpuMs
    }
    return used
  } catch {
    return undefined
  }
}

export const between = (before: CpuTimes, after: CpuTimes): CpuTimes =>
  Object.fromEntries(processGroups.map((part) => [part, after[part] - before[part]])) as CpuTimes

type Process = { readonly pid: number; readonly parent: number; readonly cpuMs: number }

/** Includes the time of ended child processes. */
const readProcesses = (): Process[] =>
  runningIds().flatMap((pid) => {
    const fields = statOf(pid)
    const [parent = 0, ...times] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]))
    return fields.length === 0 ? [] : [{ pid, parent, cpuMs: times.reduce((sum, ticks) => sum + ticks) * tickMs }]
  })

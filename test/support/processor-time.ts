import { statOf } from './processes.ts'

/** Returns the processor time of this process that the work took, in milliseconds. Other programs on the machine do not count. */
export function processorMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Starts a stopwatch that shows the processor time of another process in milliseconds, in steps of ten. Needs /proc. */
export function processorStopwatch(pid: number): () => number {
  const now = () => {
    const [user, system] = statOf(pid).slice(11, 13).map(Number)
    return 10 * ((user ?? 0) + (system ?? 0))
  }
  const start = now()
  return () => now() - start
}

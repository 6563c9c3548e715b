import { statOf } from './processes.ts'

/** Starts a stopwatch that shows the processor time of this process in milliseconds. Other programs on the machine do not count. */
export function ownProcessorStopwatch(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}

/** Returns the processor time that the work took, in milliseconds. */
export function processorMsOf(work: () => void): number {
  const passed = ownProcessorStopwatch()
  work()
  return passed()
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

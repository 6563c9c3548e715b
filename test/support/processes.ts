import { readdirSync, readFileSync } from 'node:fs'

/** The ids of all processes that run. */
export const runningIds = (): number[] => readdirSync('/proc').map(Number).filter(Boolean)

/** The ids of the processes that this one has started and that still run. */
export const programsUnder = (pid: number): number[] => runningIds().filter((each) => Number(statOf(each)[1]) === pid)

/** The fields of its line from the third one on, its state; the name before it may hold anything in brackets. None where it has ended. */
export function statOf(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of all running processes. */
export const runningIds = (): number[] => readdirSync('/proc').map(Number).filter(Boolean)

/** Returns the ids of this process's running children. */
export const programsUnder = (pid: number): number[] => runningIds().filter((each) => Number(statOf(each)[1]) === pid)

/** Returns the fields of the process's stat line from the state on; empty if it has ended. Skips the name, which may contain anything. */
export function statOf(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

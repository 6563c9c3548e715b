/** The totals of `npm test`. A check counts as one test. */
export type Counts = { passed: number; failed: number; skipped: number }

export const none: Readonly<Counts> = { passed: 0, failed: 0, skipped: 0 }

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** Returns the last line of every run. */
export const summary = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

export const indent = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '    ')

/** Prints the result, name and duration of one part of the run. */
export function tell(isGood: boolean, what: string, milliseconds: number): void {
  console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${what}  ${seconds(milliseconds)}`)
}

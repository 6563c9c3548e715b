/** What `npm test` adds up. A check counts as one test. */
export type Counts = { passed: number; failed: number; skipped: number }

export const none: Readonly<Counts> = { passed: 0, failed: 0, skipped: 0 }

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** The last line of every run, for people and for machines. */
export const summary = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

export const indent = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '    ')

/** One line for one part of the run: how it ended, what it was, how long it took. */
export function tell(isGood: boolean, what: string, milliseconds: number): void {
  console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${what}  ${seconds(milliseconds)}`)
}

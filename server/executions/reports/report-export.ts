import type { RecordFile } from '../../values/csv/file.ts'
import type { Cell } from '../../values/csv/write.ts'
import { jsonLine } from '../../values/json-lines.ts'

export type Exported = {
  readonly id: number
  readonly taskId: number
  readonly taskExternalId: string | null
  readonly status: string
  readonly revision: number
  readonly executor: { readonly id: string; readonly nickname: string | null; readonly countryId: number | null }
  readonly submittedAtUtc: string
  readonly workSeconds: number
  readonly reviewDeadlineAtUtc: string
  readonly flags: readonly string[]
  readonly rewardPerAction: number
  readonly costPerAction: number
  readonly bonusTotal: number
  readonly currency: string
  readonly decision: Decision | null
  readonly rating: number | null
  readonly details: Readonly<Record<string, unknown>>
  readonly proofUrls: readonly string[]
}
type Decision = {
  readonly decidedAtUtc: string | null
  readonly by: string | null
  readonly reasonCode: string | null
  readonly reason: string | null
  readonly comment: string | null
}

/** The columns of an export in order, before those of the answers. Multiple values are separated by spaces. */
const columns: readonly (readonly [name: string, of: (report: Exported, answers: readonly string[]) => Cell])[] = [
  ['id', ({ id }) => id],
  ['taskId', ({ taskId }) => taskId],
  ['taskExternalId', ({ taskExternalId }) => taskExternalId],
  ['status', ({ status }) => status],
  ['revision', ({ revision }) => revision],
  ['executorId', ({ executor }) => executor.id],
  ['executorCountryId', ({ executor }) => executor.countryId],
  ['submittedAtUtc', ({ submittedAtUtc }) => submittedAtUtc],
  ['workSeconds', ({ workSeconds }) => workSeconds],
  ['reviewDeadlineAtUtc', ({ reviewDeadlineAtUtc }) => reviewDeadlineAtUtc],
  ['flags', ({ flags }) => flags.join(' ')],
  ['rewardPerAction', ({ rewardPerAction }) => rewardPerAction],
  ['costPerAction', ({ costPerAction }) => costPerAction],
  ['bonusTotal', ({ bonusTotal }) => bonusTotal],
  ['currency', ({ currency }) => currency],
  ['decidedAtUtc', ({ decision }) => decision?.decidedAtUtc ?? null],
  ['decidedBy', ({ decision }) => decision?.by ?? null],
  ['reasonCode', ({ decision }) => decision?.reasonCode ?? null],
  ['reason', ({ decision }) => decision?.reason ?? null],
  ['comment', ({ decision }) => decision?.comment ?? null],
  ['rating', ({ rating }) => rating],
  ['details', ({ details }, answers) => otherAnswers(details, answers)],
  ['proofUrls', ({ proofUrls }) => proofUrls.join(' ')],
  ['executorNickname', ({ executor }) => executor.nickname],
]

export const columnNames: readonly string[] = columns.map(([name]) => name)

/** Columns of answers: `details.` and the name of the member. */
export const answerColumnStart = 'details.'

/** Answers that have no column, as JSON; null if there are none. */
function otherAnswers(details: Exported['details'], answers: readonly string[]): Cell {
  const others = Object.entries(details).filter(([name]) => !answers.includes(name))
  return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others))
}

/** Lists and objects are JSON. */
function answerCell(details: Exported['details'], name: string): Cell {
  const answer = Object.hasOwn(details, name) ? details[name] : undefined
  if (answer === undefined || answer === null) return null
  return typeof answer === 'string' || typeof answer === 'number' ? answer : JSON.stringify(answer)
}

/** An export in a format. Its CSV has a column for each of the answers, which are the members that the schemas of the prices name. */
export function reportFile(file: RecordFile, answers: readonly string[]) {
  const names = [...columnNames, ...answers.map((name) => answerColumnStart + name)]
  return {
    heading: file.heading(names),
    lineOf: (report: Exported): string =>
      file.extension === 'jsonl'
        ? jsonLine(report)
        : file.line(names, [
            ...columns.map(([, of]) => of(report, answers)),
            ...answers.map((name) => answerCell(report.details, name)),
          ]),
  }
}

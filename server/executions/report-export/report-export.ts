import { type Cell, csvLine } from '../../values/csv/write.ts'

export const formats = ['csv', 'jsonl'] as const
export type Format = (typeof formats)[number]

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

/** The columns of an export in order; new ones are appended. Multiple values are separated by spaces. */
const columns: readonly (readonly [name: string, of: (report: Exported) => Cell])[] = [
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
  ['details', ({ details }) => JSON.stringify(details)],
  ['proofUrls', ({ proofUrls }) => proofUrls.join(' ')],
  ['executorNickname', ({ executor }) => executor.nickname],
]

export const columnNames: readonly string[] = columns.map(([name]) => name)

/** Columns of answers: `details.` and the name of the member. */
export const answerColumnStart = 'details.'

type Form = {
  readonly mediaType: string
  readonly heading: string
  readonly lineOf: (report: Exported) => string
}

export const forms: Readonly<Record<Format, Form>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    heading: csvLine(columnNames),
    lineOf: (report) => csvLine(columns.map(([, of]) => of(report))),
  },
  jsonl: {
    mediaType: 'application/jsonl; charset=utf-8',
    heading: '',
    lineOf: (report) => `${JSON.stringify(report)}\n`,
  },
}

import { type Cell, csvLine } from '../../values/csv.ts'
import type { serializeReports } from '../serialize-report.ts'

export const formats = ['csv', 'jsonl'] as const
export type Format = (typeof formats)[number]

/** A report as lists show it. */
export type Exported = ReturnType<typeof serializeReports>['items'][number]

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
]

export const columnNames: readonly string[] = columns.map(([name]) => name)

type Form = {
  readonly mediaType: string
  readonly heading: string
  readonly lineOf: (report: Exported) => string
}

/** The formats of an export: heading, and a line for each report. */
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

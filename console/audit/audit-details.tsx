import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { sanctionCodeLabels, sanctionKindLabels } from '../accounts/sanctions/sanction-labels.tsx'
import { reasonLabels } from '../executions/reasons.ts'
import { workStatuses } from '../executions/status.tsx'
import { offerStatuses } from '../offers/status.tsx'
import { timeIn } from '../ui/formats.ts'
import type { Labels } from '../ui/labels.ts'
import { UserText } from '../ui/user-text.tsx'

const detailsLengthMax = 300

/** Names of the details that decisions record; unknown ones are shown as they are. */
const detailLabels: Labels = {
  amount: msg`Amount`,
  fee: msg`Fee`,
  by: msg`Decided by`,
  cause: msg`Cause`,
  code: msg`Reason`,
  deadlineAtUtc: msg`Deadline`,
  execution: msg`Submission`,
  executorIds: msg`Executors`,
  from: msg`Status before`,
  isBlockList: msg`Block list`,
  kind: msg`Restriction`,
  method: msg`Method`,
  name: msg`Name`,
  note: msg`Note`,
  outcome: msg`Outcome`,
  reasonCode: msg`Reason`,
  reference: msg`Reference`,
  reversal: msg`Refund`,
  round: msg`Round`,
  status: msg`Status`,
  to: msg`New status`,
  withdrawals: msg`Withdrawals`,
}

const statuses = Object.entries({ ...offerStatuses, ...workStatuses })
const valueLabels: Labels = {
  ...Object.fromEntries(statuses.map(([status, { label }]) => [status, label])),
  ...sanctionKindLabels,
  ...sanctionCodeLabels,
  ...reasonLabels,
  Advertiser: msg`Advertiser`,
  Executor: msg`Executor`,
  Operator: msg`Operator`,
  Dispute: msg`Dispute`,
  AutoAccept: msg`By deadline`,
  ReworkTimeout: msg`By deadline`,
  Rule: msg`By rule`,
  Bank: msg`Bank transfer`,
  Card: msg`Card`,
  Done: msg`Done`,
  true: msg`yes`,
  false: msg`no`,
}

/** Details that are amounts; they are recorded without their currency. */
const amountNames: ReadonlySet<string> = new Set(['amount', 'fee'])
const amountIn = (language: string, amount: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount)

/** The recorded members of a decision other than its reason, in words. */
export function AuditDetails({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const { i18n } = useLingui()
  const word = (labels: Labels, text: string) => {
    const label = Object.hasOwn(labels, text) ? labels[text] : undefined
    return label ? i18n._(label) : text
  }
  const shown = (name: string, value: unknown): string => {
    // Their ids mean nothing to an operator; the export has them.
    if (name === 'executorIds' && Array.isArray(value)) return String(value.length)
    if (Array.isArray(value)) return value.map((each) => shown(name, each)).join(', ')
    if (typeof value === 'object') return JSON.stringify(value)
    if (amountNames.has(name)) return amountIn(i18n.locale, Number(value))
    if (name.endsWith('AtUtc')) return timeIn(i18n.locale, String(value))
    return word(valueLabels, String(value))
  }
  const lines = Object.entries(data).flatMap(([name, value]) =>
    value === null || name === 'version' ? [] : `${word(detailLabels, name)}: ${shown(name, value)}`,
  )
  if (lines.length === 0) return null
  return <UserText text={lines.join('\n').slice(0, detailsLengthMax)} size="xs" c="dimmed" maw={280} />
}

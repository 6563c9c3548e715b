import { i18n } from '@lingui/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { moneyIn, sumOfAmounts } from '../../ui/formats.ts'
import { recordNumber } from '../../ui/record-number.tsx'
import { notifyFailure, runWithUndo } from '../../ui/undo/undo.tsx'

type Row = A['OperatorWithdrawal']

export const approvalKey = ({ id }: Pick<Row, 'id'>): string => `withdrawal ${id}`
export const sumOf = (rows: readonly Row[]): string =>
  moneyIn(i18n.locale, sumOfAmounts(rows.map(({ amount }) => amount)), rows[0]?.currency ?? 'USD')

/** Approves withdrawals in the version that was read, after the time to undo it. */
export function useApproval() {
  const { t } = useLingui()
  const mutation = useApiMutation<Row, Row>(['payments', 'ledger', 'audit'], ({ id, version }, header) =>
    groupA.POST('/api/operator/withdrawals/{id}/approve', {
      params: { path: { id }, header: { ...header, 'If-Match': `"${version}"` } },
      keepalive: true,
    }),
  )
  const which = ([first, ...others]: readonly Row[]) =>
    first && others.length === 0
      ? recordNumber(first.id)
      : t`${plural(others.length + 1, { one: '# withdrawal', other: '# withdrawals' })}`
  return (rows: readonly Row[]) =>
    runWithUndo({
      keys: rows.map(approvalKey),
      message: t`Approved: ${which(rows)}, ${sumOf(rows)}`,
      run: () =>
        Promise.all(
          rows.map((row) =>
            mutation.mutateAsync(row).catch((error) => notifyFailure(t`Withdrawal ${row.id} was not approved.`, error)),
          ),
        ),
    })
}

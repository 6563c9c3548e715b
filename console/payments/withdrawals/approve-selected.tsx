import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { A } from '../../api.ts'
import { usePendingKeys } from '../../ui/undo/undo.tsx'
import { approvalKey, sumOf, useApproval } from './use-approval.ts'

type Row = A['OperatorWithdrawal']

/** The withdrawals on the page that can be approved together, and the selected ones among them. */
export function useWithdrawalSelection(rows: readonly Row[]) {
  const [ids, setIds] = useState<readonly number[]>([])
  const pending = usePendingKeys()
  return useMemo(() => {
    const selectable = rows.filter(
      (row) => row.allowedActions.includes('Approve') && row.sharedWith.length === 0 && !pending.has(approvalKey(row)),
    )
    return {
      selectable,
      selected: selectable.filter(({ id }) => ids.includes(id)),
      toggle: (id: number) => setIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
      select: (chosen: readonly Row[]) => setIds(chosen.map(({ id }) => id)),
    }
  }, [rows, ids, pending])
}
export type WithdrawalSelection = ReturnType<typeof useWithdrawalSelection>

type SelectWithdrawalProps = { readonly withdrawal: Row; readonly selection: WithdrawalSelection }

export function SelectWithdrawal({ withdrawal: { id }, selection }: SelectWithdrawalProps) {
  const { t } = useLingui()
  if (!selection.selectable.some((row) => row.id === id)) return null
  return (
    <Checkbox
      size="sm"
      aria-label={t`Select withdrawal ${id}`}
      checked={selection.selected.some((row) => row.id === id)}
      onChange={() => selection.toggle(id)}
    />
  )
}

/** Selects all withdrawals on the page, and approves the selected ones together. */
export function ApproveSelected({ selection }: { readonly selection: WithdrawalSelection }) {
  const { t } = useLingui()
  const { selectable, selected, select } = selection
  const approve = useApproval()
  if (selectable.length === 0) return null
  return (
    <Group gap="sm" mih={36}>
      <Checkbox
        label={t`Select all on this page`}
        checked={selected.length === selectable.length}
        indeterminate={selected.length > 0 && selected.length < selectable.length}
        onChange={() => select(selected.length === selectable.length ? [] : selectable)}
      />
      {selected.length > 0 && (
        <Button
          onClick={() => {
            approve(selected)
            select([])
          }}
        >
          <Plural value={selected.length} one="Approve # withdrawal" other="Approve # withdrawals" />
          {', '}
          {sumOf(selected)}
        </Button>
      )}
    </Group>
  )
}

import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Assigned } from '../../accounts/assignments.ts'
import { useAccount } from '../../accounts/session.ts'
import type { A } from '../../api.ts'
import { usePendingKeys } from '../../ui/undo/undo.tsx'
import { approvalKey, sumOf, useApproval } from './use-approval.ts'
import { isFlagged } from './withdrawal-flags.tsx'

type Row = A['OperatorWithdrawal']

/**
 * The withdrawals on the page that can be approved together, the selected ones among them, and how many are left out: because of a
 * warning, or because another operator has them.
 */
export function useWithdrawalSelection(rows: readonly Row[], assigned: Assigned) {
  const own = useAccount().data?.id
  const [ids, setIds] = useState<readonly number[]>([])
  const pending = usePendingKeys()
  return useMemo(() => {
    const open = rows.filter((row) => row.allowedActions.includes('Approve') && !pending.has(approvalKey(row)))
    const unflagged = open.filter((row) => !isFlagged(row))
    const selectable = unflagged.filter(({ id }) => [null, own].includes(assigned(id)?.assigneeId ?? null))
    return {
      flagged: open.length - unflagged.length,
      taken: unflagged.length - selectable.length,
      selectable,
      selected: selectable.filter(({ id }) => ids.includes(id)),
      toggle: (id: number) => setIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
      select: (chosen: readonly Row[]) => setIds(chosen.map(({ id }) => id)),
    }
  }, [rows, ids, pending, assigned, own])
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

/** Selects all withdrawals on the page without a warning, and approves the selected ones together. */
export function ApproveSelected({ selection }: { readonly selection: WithdrawalSelection }) {
  const { t } = useLingui()
  const { selectable, selected, flagged, taken, select } = selection
  const approve = useApproval()
  if (selectable.length === 0 && taken === 0) return null
  return (
    <Group gap="sm" mih={36}>
      <Checkbox
        disabled={selectable.length === 0}
        label={t`Select all on this page`}
        checked={selected.length > 0 && selected.length === selectable.length}
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
      {flagged > 0 && (
        <Text size="sm" c="dimmed">
          <Plural
            value={flagged}
            one="# withdrawal with a warning is left out. Decide on it alone."
            other="# withdrawals with a warning are left out. Decide on each alone."
          />
        </Text>
      )}
      {taken > 0 && (
        <Text size="sm" c="dimmed">
          <Plural
            value={taken}
            one="# withdrawal that another operator has is left out. Ask them first."
            other="# withdrawals that other operators have are left out. Ask them first."
          />
        </Text>
      )}
    </Group>
  )
}

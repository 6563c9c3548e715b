import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import type { paths } from '../../api/group-b.ts'
import { type B, groupB } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import type { ReasonCode } from '../reasons.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { DecisionForm } from './decision-dialogs.tsx'
import { changedByDecisions } from './decisions.ts'
import { ReasonFields } from './reason-fields.tsx'
import type { ListedReport } from './review-state.ts'

type Body = paths['/reports/bulk']['post']['requestBody']['content']['application/json']
type Action = Body['items'][number]['action']
type Results = B['BulkResults']

type ReviewBulkProps = {
  readonly selected: readonly ListedReport[]
  readonly clearSelection: () => void
  readonly onDecided: () => void
}

/** Applies one decision to all selected reports and shows the results. */
export function ReviewBulk({ selected, clearSelection, onDecided }: ReviewBulkProps) {
  const { t } = useLingui()
  const [action, setAction] = useState<Action>()
  const [results, setResults] = useState<Results>()
  const mutation = useApiMutation<Body, Results>(changedByDecisions, (body, header) =>
    groupB.POST('/reports/bulk', { params: { header }, body }),
  )
  const close = () => {
    setAction(undefined)
    mutation.reset()
  }
  const send = (decision: Partial<Body['items'][number]>, clearForm: () => void) => {
    if (!action) return
    const items = selected.map(({ id, version }) => ({ ...decision, id, version, action }))
    mutation.mutate(
      { items },
      {
        onSuccess: (body) => {
          clearForm()
          close()
          onDecided()
          setResults(body)
        },
      },
    )
  }
  const titles = { accept: t`Accept`, reject: t`Reject`, rework: t`Request rework` }
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar count={selected.length} onAction={setAction} clearSelection={clearSelection} />
      )}
      <Dialog title={action ? titles[action] : ''} isOpen={action !== undefined} close={close} size="lg">
        {action && (
          <BulkForm action={action} label={titles[action]} count={selected.length} send={send} close={close} />
        )}
        <ErrorAlert error={mutation.error} />
      </Dialog>
      <BulkOutcome results={results} close={() => setResults(undefined)} />
    </>
  )
}

type SelectionBarProps = {
  readonly count: number
  readonly onAction: (action: Action) => void
  readonly clearSelection: () => void
}

function SelectionBar({ count, onAction, clearSelection }: SelectionBarProps) {
  const { t } = useLingui()
  return (
    <Paper withBorder p="xs" radius="md" role="toolbar" aria-label={t`Selected work`}>
      <Group gap="xs">
        <Text size="sm" fw={600} aria-live="polite">
          <Plural value={count} one="# selected" other="# selected" />
        </Text>
        <Button size="xs" color="teal.9" onClick={() => onAction('accept')}>
          <Trans>Accept selected</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => onAction('rework')}>
          <Trans>Request rework for selected</Trans>
        </Button>
        <Button size="xs" color="red" onClick={() => onAction('reject')}>
          <Trans>Reject selected</Trans>
        </Button>
        <Button size="xs" variant="subtle" onClick={clearSelection}>
          <Trans>Clear selection</Trans>
        </Button>
      </Group>
    </Paper>
  )
}

type BulkFormProps = {
  readonly action: Action
  readonly label: string
  readonly count: number
  readonly send: (decision: Partial<Body['items'][number]>, clearForm: () => void) => void
  readonly close: () => void
}

function BulkForm({ action, label, count, send, close }: BulkFormProps) {
  const form = usePersistedForm('bulk-decision', { reasonCode: 'Other' as string | null, reason: '' })
  const { reason, reasonCode } = form.values
  const submit = () => {
    if (action === 'accept') return send({}, () => undefined)
    send({ reason, ...(action === 'reject' ? { reasonCode: reasonCode as ReasonCode } : {}) }, form.clearStored)
  }
  return (
    <DecisionForm submit={submit} close={close} label={label} color={action === 'reject' ? 'red' : 'teal.9'}>
      <Text size="sm">
        {action === 'accept' && (
          <Plural value={count} one="# item will be accepted and paid." other="# items will be accepted and paid." />
        )}
        {action === 'reject' && (
          <Plural value={count} one="# item will be rejected." other="# items will be rejected." />
        )}
        {action === 'rework' && (
          <Plural
            value={count}
            one="# item will be returned for rework."
            other="# items will be returned for rework."
          />
        )}
      </Text>
      {action !== 'accept' && <ReasonFields form={form as never} withCode={action === 'reject'} />}
    </DecisionForm>
  )
}

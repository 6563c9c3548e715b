import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import type { B } from '../../api.ts'
import { Dialog, notifySuccess } from '../../ui/action-button.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { recordNumber } from '../../ui/record-number.tsx'
import type { ReasonCode } from '../reasons.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import type { CheckedCriteria } from './criteria-results.ts'
import { DecisionForm } from './decision-form.tsx'
import type { BulkBody } from './decision-request.ts'
import type { Decisions } from './decisions.ts'
import { ReasonFields } from './reason-fields.tsx'
import type { ListedReport, Selection } from './review-state.ts'
import { AcceptancePayment, SuggestedButtons } from './unmet-criteria.tsx'

type Item = BulkBody['items'][number]
type Action = Item['action']
type Results = B['BulkResults']

type ReviewBulkProps = {
  readonly selected: readonly ListedReport[]
  readonly decisions: Decisions
  readonly checked: CheckedCriteria
  readonly setSelection: (selection: Selection) => void
  readonly onDecided: () => void
}

/** Applies one decision to all selected reports after the time to undo it, and names those that were refused. */
export function ReviewBulk(props: ReviewBulkProps) {
  const { selected, setSelection } = props
  const [action, setAction] = useState<Action>()
  const [results, setResults] = useState<Results>()
  const [isOutcomeOpen, setOutcomeOpen] = useState(false)
  return (
    <>
      {results && <RefusedNotice results={results} open={() => setOutcomeOpen(true)} />}
      {selected.length > 0 && (
        <SelectionBar count={selected.length} onAction={setAction} clearSelection={() => setSelection({})} />
      )}
      <BulkDialog {...props} action={action} setAction={setAction} onResults={setResults} />
      <BulkOutcome results={isOutcomeOpen ? results : undefined} close={() => setOutcomeOpen(false)} />
    </>
  )
}

/** Says that some of a bulk decision was refused. It does not interrupt the review of others. */
export const RefusedNotice = ({ results, open }: { readonly results: Results; readonly open: () => void }) => (
  <Alert role="alert" color="red" variant="light">
    <Group gap="sm">
      <Text size="sm">
        <Plural
          value={results.results.filter(({ ok }) => !ok).length}
          one="# of your decisions was refused."
          other="# of your decisions were refused."
        />
      </Text>
      <Button size="compact-sm" variant="default" onClick={open}>
        <Trans>Show why</Trans>
      </Button>
    </Group>
  </Alert>
)

type BulkDialogProps = ReviewBulkProps & {
  readonly action: Action | undefined
  readonly setAction: (action: Action | undefined) => void
  readonly onResults: (results: Results) => void
}

function BulkDialog(props: BulkDialogProps) {
  const { selected, decisions, checked, setSelection, onDecided, action, setAction, onResults } = props
  const { t } = useLingui()
  const close = () => setAction(undefined)
  const send = (decision: Partial<Item>, clearForm: () => void) => {
    if (!action) return
    const items = selected.map(({ id, version }) => ({ ...decision, id, version, action }))
    const onUndo = () => setSelection(Object.fromEntries(selected.map(({ id }) => [id, true as const])))
    const delivered = decisions.decideWithUndo({ verb: 'bulk', body: { items } }, { reports: selected, onUndo })
    void delivered.then((answer) => {
      if (!answer) return
      const results = answer.body as Results
      const count = results.results.length
      const successCount = results.results.filter(({ ok }) => ok).length
      clearForm()
      if (successCount === count) notifySuccess(t`${successCount} of ${count} done.`)
      else onResults(results)
    })
    close()
    onDecided()
  }
  const titles = { accept: t`Accept`, reject: t`Reject`, rework: t`Request changes` }
  const unmet = action === 'accept' ? selected.filter((report) => checked.unmetOf(report).length > 0) : []
  const requestChanges = () => {
    setSelection(Object.fromEntries(unmet.map(({ id }) => [id, true as const])))
    setAction('rework')
  }
  const shared = { selected, send, close }
  return (
    <Dialog title={action ? titles[action] : ''} isOpen={action !== undefined} close={close} size="lg">
      {unmet.length > 0 && <BulkUnmet {...shared} unmet={unmet} requestChanges={requestChanges} />}
      {action && unmet.length === 0 && <BulkForm {...shared} action={action} label={titles[action]} />}
    </Dialog>
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
    <Paper withBorder p="xs" radius="md" role="toolbar" aria-label={t`Selected submissions`}>
      <Group gap="xs">
        <Text size="sm" fw={600} aria-live="polite">
          <Plural value={count} one="# selected" other="# selected" />
        </Text>
        <Button size="xs" color="teal.9" onClick={() => onAction('accept')}>
          <Trans>Accept selected</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => onAction('rework')}>
          <Trans>Request changes for selected</Trans>
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

type BulkDecisionProps = {
  readonly selected: readonly ListedReport[]
  readonly send: (decision: Partial<Item>, clearForm: () => void) => void
  readonly close: () => void
}

type BulkUnmetProps = BulkDecisionProps & {
  readonly unmet: readonly ListedReport[]
  readonly requestChanges: () => void
}

/** Asks before several are accepted of which some fail a required criterion. */
function BulkUnmet({ selected, unmet, send, close, requestChanges }: BulkUnmetProps) {
  const numbers = unmet.map(({ id }) => recordNumber(id)).join(', ')
  return (
    <>
      <Text size="sm">
        <Plural
          value={unmet.length}
          one="You marked required criteria as not met in # submission:"
          other="You marked required criteria as not met in # submissions:"
        />{' '}
        {numbers}
      </Text>
      <AcceptancePayment reports={selected} />
      <SuggestedButtons close={close} requestChanges={requestChanges} acceptAnyway={() => send({}, () => undefined)} />
    </>
  )
}

type BulkFormProps = BulkDecisionProps & { readonly action: Action; readonly label: string }

function BulkForm({ action, label, selected, send, close }: BulkFormProps) {
  const form = usePersistedForm('bulk-decision', { reasonCode: '', reason: '' })
  const { reason, reasonCode } = form.values
  const count = selected.length
  const submit = () => {
    if (action === 'accept') return send({}, () => undefined)
    send({ reason, ...(action === 'reject' ? { reasonCode: reasonCode as ReasonCode } : {}) }, form.clearStored)
  }
  return (
    <DecisionForm submit={submit} close={close} label={label} color={action === 'reject' ? 'red' : 'teal.9'}>
      <Text size="sm">
        {action === 'accept' && (
          <Plural
            value={count}
            one="# submission will be accepted and paid."
            other="# submissions will be accepted and paid."
          />
        )}
        {action === 'reject' && (
          <Plural value={count} one="# submission will be rejected." other="# submissions will be rejected." />
        )}
        {action === 'rework' && (
          <Plural
            value={count}
            one="# submission will be returned for changes."
            other="# submissions will be returned for changes."
          />
        )}
      </Text>
      {action === 'accept' && <AcceptancePayment reports={selected} />}
      {action !== 'accept' && <ReasonFields form={form as never} withCode={action === 'reject'} />}
    </DecisionForm>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import type { paths } from '../../api/group-b.ts'
import { type B, groupB } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'
import type { ReasonCode } from '../reasons.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { DecisionForm } from './decide-dialogs.tsx'
import { changedByDecisions } from './decisions.ts'
import { ReasonFields } from './reason-fields.tsx'
import type { ListedReport } from './review-state.ts'

type Body = paths['/reports/bulk']['post']['requestBody']['content']['application/json']
type Action = Body['items'][number]['action']
type Results = B['BulkResults']

type Bulk = {
  readonly chosen: readonly ListedReport[]
  readonly clear: () => void
  readonly decided: () => void
}

/** Applies one decision to all selected reports and shows the results. */
export function ReviewBulk({ chosen, clear, decided }: Bulk) {
  const { t } = useLingui()
  const [action, setAction] = useState<Action>()
  const [results, setResults] = useState<Results>()
  const act = useAction<Body, Results>(changedByDecisions, (body, header) =>
    groupB.POST('/reports/bulk', { params: { header }, body }),
  )
  const close = () => {
    setAction(undefined)
    act.reset()
  }
  const send = (rest: Partial<Body['items'][number]>, forget: () => void) => {
    if (!action) return
    const items = chosen.map(({ id, version }) => ({ ...rest, id, version, action }))
    act.mutate(
      { items },
      {
        onSuccess: (body) => {
          forget()
          close()
          decided()
          setResults(body)
        },
      },
    )
  }
  const titles = { accept: t`Accept`, reject: t`Reject`, rework: t`Request rework` }
  return (
    <>
      {chosen.length > 0 && <Choice many={chosen.length} ask={setAction} clear={clear} />}
      <Dialog title={action ? titles[action] : ''} isOpen={action !== undefined} close={close} size="lg">
        {action && <BulkForm action={action} label={titles[action]} many={chosen.length} send={send} close={close} />}
        <Refused error={act.error} />
      </Dialog>
      <BulkOutcome results={results} close={() => setResults(undefined)} />
    </>
  )
}

type ChoiceProps = { readonly many: number; readonly ask: (action: Action) => void; readonly clear: () => void }

function Choice({ many, ask, clear }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <Paper withBorder p="xs" radius="md" role="toolbar" aria-label={t`Selected work`}>
      <Group gap="xs">
        <Text size="sm" fw={600} aria-live="polite">
          <Plural value={many} one="# selected" other="# selected" />
        </Text>
        <Button size="xs" color="teal.9" onClick={() => ask('accept')}>
          <Trans>Accept selected</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => ask('rework')}>
          <Trans>Return selected</Trans>
        </Button>
        <Button size="xs" color="red" onClick={() => ask('reject')}>
          <Trans>Reject selected</Trans>
        </Button>
        <Button size="xs" variant="subtle" onClick={clear}>
          <Trans>Clear selection</Trans>
        </Button>
      </Group>
    </Paper>
  )
}

type Form = {
  readonly action: Action
  readonly label: string
  readonly many: number
  readonly send: (rest: Partial<Body['items'][number]>, forget: () => void) => void
  readonly close: () => void
}

function BulkForm({ action, label, many, send, close }: Form) {
  const form = usePersistedForm('bulk-decision', { reasonCode: 'Other' as string | null, reason: '' })
  const { reason, reasonCode } = form.values
  const submit = () => {
    if (action === 'accept') return send({}, () => undefined)
    send({ reason, ...(action === 'reject' ? { reasonCode: reasonCode as ReasonCode } : {}) }, form.forget)
  }
  return (
    <DecisionForm submit={submit} close={close} label={label} color={action === 'reject' ? 'red' : 'teal.9'}>
      <Text size="sm">
        {action === 'accept' && (
          <Plural value={many} one="# item will be accepted and paid." other="# items will be accepted and paid." />
        )}
        {action === 'reject' && (
          <Plural value={many} one="# item will be rejected." other="# items will be rejected." />
        )}
        {action === 'rework' && (
          <Plural value={many} one="# item will be returned for rework." other="# items will be returned for rework." />
        )}
      </Text>
      {action !== 'accept' && <ReasonFields form={form as never} withCode={action === 'reject'} />}
    </DecisionForm>
  )
}

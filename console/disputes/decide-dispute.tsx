import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Grid, Group, Radio, Stack, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import type { paths } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { PreviousNext } from '../ui/queue/queue-bar.tsx'
import type { QueuePosition } from '../ui/queue/queue-position.ts'
import { useShortcuts } from '../ui/shortcuts.ts'

type Body = paths['/api/operator/disputes/{id}/decide']['post']['requestBody']['content']['application/json']

type DecideDisputeProps = { readonly dispute: A['DisputeToDecide']; readonly position: QueuePosition }

function useDecision({ dispute, position }: DecideDisputeProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`dispute-decision-${dispute.id}`, { outcome: '' as Body['outcome'] | '', note: '' })
  const action = useApiMutation<Body, A['DisputeToDecide']>(['disputes', 'executions', 'audit'], (body, header) =>
    groupA.POST('/api/operator/disputes/{id}/decide', { params: { path: { id: dispute.id }, header }, body }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { outcome, note } = form.values
    if (outcome === '') return form.setErrors({ outcome: t`Choose an outcome.` })
    action.mutate(
      { outcome, note },
      {
        onSuccess: () => {
          form.clearStored()
          notifySuccess(t`Dispute decided.`)
          position.open(position.next)
        },
        onError: form.showErrors,
      },
    )
  }
  return { form, action, submit }
}

/** The decision and its reason, which both parties read, with keys for the next and the previous open dispute. */
export function DecideDispute(props: DecideDisputeProps) {
  const { dispute, position } = props
  useShortcuts({
    j: () => position.next !== undefined && position.open(position.next),
    k: () => position.previous !== undefined && position.open(position.previous),
  })
  return (
    <div className="queue-bar decision-bar">
      {dispute.allowedActions.includes('Decide') ? <DecisionForm {...props} /> : <PreviousNext position={position} />}
    </div>
  )
}

function DecisionForm(props: DecideDisputeProps) {
  const { t } = useLingui()
  const { form, action, submit } = useDecision(props)
  return (
    <form onSubmit={submit} aria-label={t`Decision`}>
      <Grid gap="md" align="flex-end">
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Outcomes input={form.getInputProps('outcome')} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Textarea
            label={t`Reason`}
            description={t`Both sides will see it.`}
            required
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('note')}
          />
        </Grid.Col>
      </Grid>
      <ErrorAlert error={action.error} />
      <Group mt="sm">
        <Button type="submit" loading={action.isPending}>
          <Trans>Decide the dispute</Trans>
        </Button>
        <PreviousNext position={props.position} />
      </Group>
    </form>
  )
}

function Outcomes({ input }: { readonly input: object }) {
  const { t } = useLingui()
  return (
    <Radio.Group label={t`Outcome`} required {...input}>
      <Stack gap="xs" mt="xs">
        <Radio
          value="Executor"
          label={t`For the executor`}
          description={t`The submission is accepted and paid. The advertiser loses the dispute.`}
        />
        <Radio value="Advertiser" label={t`For the advertiser`} description={t`The rejection is final.`} />
      </Stack>
    </Radio.Group>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Radio, Stack, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import type { paths } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Section } from '../ui/page.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'

type Body = paths['/api/operator/disputes/{id}/decide']['post']['requestBody']['content']['application/json']

/** The decision and its reason, which both parties read. */
export function DecideDispute({ dispute }: { readonly dispute: A['DisputeToDecide'] }) {
  const { t } = useLingui()
  const form = usePersistedForm(`dispute-decision-${dispute.id}`, { outcome: '' as Body['outcome'] | '', note: '' })
  const action = useApiMutation<Body, A['DisputeToDecide']>(['disputes', 'executions', 'audit'], (body, header) =>
    groupA.POST('/api/operator/disputes/{id}/decide', { params: { path: { id: dispute.id }, header }, body }),
  )
  if (!dispute.allowedActions.includes('Decide')) return null
  const { outcome, note } = form.values
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (outcome === '') return form.setErrors({ outcome: t`Choose an outcome.` })
    action.mutate(
      { outcome, note },
      {
        onSuccess: () => {
          form.clearStored()
          notifySuccess(t`Dispute decided.`)
        },
        onError: form.showErrors,
      },
    )
  }
  return (
    <Section title={t`Decide`}>
      <Card withBorder component="form" onSubmit={submit as never}>
        <Stack gap="md">
          <Radio.Group label={t`Outcome`} required {...form.getInputProps('outcome')}>
            <Stack gap="xs" mt="xs">
              <Radio
                value="Executor"
                label={t`For the executor`}
                description={t`The submission is accepted and paid. The advertiser loses the dispute.`}
              />
              <Radio value="Advertiser" label={t`For the advertiser`} description={t`The rejection is final.`} />
            </Stack>
          </Radio.Group>
          <Textarea
            label={t`Reason`}
            description={t`Both sides will see it.`}
            required
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps('note')}
          />
          <ErrorAlert error={action.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={action.isPending}>
              <Trans>Decide the dispute</Trans>
            </Button>
          </Group>
        </Stack>
      </Card>
    </Section>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Text, Textarea } from '@mantine/core'
import { NumberField } from '../../ui/input/number-field.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { type DecisionDialogProps, DecisionForm } from './decision-form.tsx'

/* The dialogs for work that was decided before. */

export function BonusForm({ report, close, decide }: DecisionDialogProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`bonus-${report.id}`, { amount: '' as number | '', reason: '' })
  const { amount, reason } = form.values
  const submit = async () => {
    close()
    const body = { amount: amount === '' ? 0 : amount, reason }
    if (await decide({ id: report.id, verb: 'bonus', body, version: report.version })) form.clearStored()
  }
  return (
    <DecisionForm submit={() => void submit()} close={close} label={t`Pay the bonus`}>
      <NumberField
        label={t`Amount, ${report.currency}`}
        description={t`Paid from your available balance. The fee is added.`}
        required
        fractionDigits={4}
        currency={report.currency}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <Textarea label={t`Reason`} required autosize minRows={2} {...form.getInputProps('reason')} />
    </DecisionForm>
  )
}

export function OverrideForm({ report, close, decide }: DecisionDialogProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`override-${report.id}`, { comment: '' })
  const { comment } = form.values
  const submit = async () => {
    close()
    const body = { overrideRejection: true, ...(comment ? { comment } : {}) }
    if (await decide({ id: report.id, verb: 'accept', body })) form.clearStored()
  }
  return (
    <DecisionForm submit={() => void submit()} close={close} label={t`Accept anyway`} color="teal.9">
      <Text size="sm">
        <Trans>The rejection is withdrawn and the executor is paid.</Trans>
      </Text>
      <Textarea label={t`Message to the executor`} autosize minRows={2} {...form.getInputProps('comment')} />
    </DecisionForm>
  )
}

export function WithdrawForm({ report, close, decide }: DecisionDialogProps) {
  const { t } = useLingui()
  const submit = () => {
    close()
    void decide({ id: report.id, verb: 'withdraw-rejection' })
  }
  return (
    <DecisionForm submit={submit} close={close} label={t`Withdraw rejection`}>
      <Text size="sm">
        <Trans>The operator's review is cancelled, and you decide again.</Trans>
      </Text>
    </DecisionForm>
  )
}

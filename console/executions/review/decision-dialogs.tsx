import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Rating, Stack, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/action-button.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { UserText } from '../../ui/user-text.tsx'
import type { Criterion } from '../criteria.tsx'
import type { ReasonCode } from '../reasons.ts'
import { type DecisionDialogProps, DecisionForm } from './decision-form.tsx'
import { BonusForm, OverrideForm, WithdrawForm } from './later-dialogs.tsx'
import { ReasonFields } from './reason-fields.tsx'
import type { ReviewDialog } from './review-bar.tsx'

/** The dialogs of decisions that need text. */
export function DecisionDialogs({ openDialog, ...props }: DecisionDialogProps & { readonly openDialog: ReviewDialog }) {
  const { t } = useLingui()
  const dialog = (name: ReviewDialog, title: string, form: ReactNode) => (
    <Dialog title={title} isOpen={openDialog === name} close={props.close} size="lg">
      {form}
    </Dialog>
  )
  return (
    <>
      {dialog('reject', t`Reject`, <RejectForm {...props} />)}
      {dialog('rework', t`Request changes`, <ReworkForm {...props} />)}
      {dialog('accept', t`Accept with feedback`, <AcceptForm {...props} />)}
      {dialog('bonus', t`Pay a bonus`, <BonusForm {...props} />)}
      {dialog('override', t`Accept anyway`, <OverrideForm {...props} />)}
      {dialog('withdraw', t`Withdraw rejection`, <WithdrawForm {...props} />)}
    </>
  )
}

function RejectForm({ report, criteria, failed, close, decide }: DecisionDialogProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`reject-${report.id}`, {
    reasonCode: '',
    reason: '',
    failedCriteria: [...failed],
    blockExecutor: false,
  })
  const { reason, reasonCode, failedCriteria, blockExecutor } = form.values
  const submit = async () => {
    const body = {
      reason,
      reasonCode: reasonCode as ReasonCode,
      failedCriteria,
      blockExecutor,
      version: report.version,
    }
    close()
    if (await decide({ id: report.id, verb: 'reject', body })) form.clearStored()
  }
  return (
    <DecisionForm submit={() => void submit()} close={close} label={t`Reject`} color="red">
      <ReasonFields form={form as never} />
      {criteria.length > 0 && (
        <Checkbox.Group label={t`Unmet criteria`} {...form.getInputProps('failedCriteria')}>
          <Stack gap="xs" mt="xs">
            {criteria.map(({ id, text }) => (
              <Checkbox key={id} value={id} label={<UserText text={text} oneLine size="sm" />} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Checkbox label={t`Block this executor`} {...form.getInputProps('blockExecutor', { type: 'checkbox' })} />
    </DecisionForm>
  )
}

const hourSeconds = 3_600

/** Returns the texts of the failed criteria, from which the message can start. */
const unmetTexts = (criteria: readonly Criterion[], failed: readonly string[]): string =>
  criteria
    .filter(({ id }) => failed.includes(id))
    .map(({ text }) => `– ${text}`)
    .join('\n')

function ReworkForm({ report, criteria, failed, close, decide }: DecisionDialogProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`rework-${report.id}`, {
    reasonCode: '',
    reason: unmetTexts(criteria, failed),
    hours: '' as number | '',
  })
  const { reason, hours } = form.values
  const submit = async () => {
    const deadline = hours === '' ? {} : { deadlineSeconds: Math.round(hours * hourSeconds) }
    close()
    if (await decide({ id: report.id, verb: 'rework', body: { reason, ...deadline, version: report.version } }))
      form.clearStored()
  }
  return (
    <DecisionForm submit={() => void submit()} close={close} label={t`Request changes`}>
      <ReasonFields form={form as never} withCode={false} />
      <NumberField
        label={t`Time for changes, hours`}
        description={t`Leave empty to use the task's setting.`}
        fractionDigits={1}
        {...form.getInputProps('hours')}
      />
    </DecisionForm>
  )
}

function AcceptForm({ report, close, decide }: DecisionDialogProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`accept-${report.id}`, { rating: 0, comment: '', bonus: '' as number | '' })
  const { rating, comment, bonus } = form.values
  const submit = async () => {
    const body = {
      ...(rating > 0 ? { rating } : {}),
      ...(comment ? { comment } : {}),
      ...(bonus === '' ? {} : { bonus }),
      version: report.version,
    }
    close()
    if (await decide({ id: report.id, verb: 'accept', body })) form.clearStored()
  }
  return (
    <DecisionForm submit={() => void submit()} close={close} label={t`Accept`} color="teal.9">
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          <Trans>Rating</Trans>
        </Text>
        <Rating
          size="lg"
          {...form.getInputProps('rating')}
          getSymbolLabel={(value) => (value === 0 ? t`No rating` : t`${value} of 5`)}
        />
      </Stack>
      <Textarea
        label={t`Message to the executor`}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('comment')}
      />
      <NumberField
        label={t`Bonus, ${report.currency}`}
        description={t`Paid immediately in addition to the reward. The fee is added.`}
        fractionDigits={4}
        currency={report.currency}
        {...form.getInputProps('bonus')}
      />
    </DecisionForm>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { sumOfAmounts } from '../../ui/formats.ts'
import { Money } from '../../ui/formatted.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { AcceptancePayment } from '../acceptance-payment.tsx'
import type { ReasonCode } from '../reasons.ts'
import { DecisionForm } from './decision-form.tsx'
import type { BulkAction, BulkItem } from './many-reports.ts'
import { ReasonFields } from './reason-fields.tsx'
import type { ListedReport } from './review-state.ts'

type BulkFormProps = {
  readonly action: BulkAction
  readonly label: string
  /** The selected reports that allow the action. */
  readonly reports: readonly ListedReport[]
  readonly send: (decision: Partial<BulkItem>, clearForm: () => void) => void
  readonly leaveOut: (reports: readonly ListedReport[]) => void
  readonly close: () => void
}

/** What a decision on several does, and what it still needs: a reason, or a bonus. */
export function BulkForm({ action, label, reports, send, leaveOut, close }: BulkFormProps) {
  const form = usePersistedForm('bulk-decision', { reasonCode: '', reason: '', bonus: '' as number | '' })
  const { reason, reasonCode, bonus } = form.values
  const paysBonus = action === 'accept' || action === 'bonus'
  const submit = () => {
    if (action === 'reject') return send({ reason, reasonCode: reasonCode as ReasonCode }, form.clearStored)
    if (action === 'rework') return send({ reason }, form.clearStored)
    if (bonus !== '' || action === 'accept') send(bonus === '' ? {} : { bonus }, form.clearStored)
  }
  return (
    <DecisionForm submit={submit} close={close} label={label} color={action === 'reject' ? 'red' : 'teal.9'}>
      <Effect action={action} count={reports.length} />
      {action === 'accept' && <AcceptancePayment reports={reports} />}
      {action === 'accept' && <Flagged reports={reports} leaveOut={leaveOut} />}
      {paysBonus && <BonusField form={form as never} reports={reports} isRequired={action === 'bonus'} />}
      {!paysBonus && <ReasonFields form={form as never} withCode={action === 'reject'} />}
    </DecisionForm>
  )
}

const Effect = ({ action, count }: { readonly action: BulkAction; readonly count: number }) => (
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
    {action === 'bonus' && (
      <Plural
        value={count}
        one="A bonus will be paid for # submission."
        other="A bonus will be paid for each of # submissions."
      />
    )}
  </Text>
)

type FlaggedProps = Pick<BulkFormProps, 'reports' | 'leaveOut'>

/** Flagged submissions are named before they are accepted unseen. */
function Flagged({ reports, leaveOut }: FlaggedProps) {
  const flagged = reports.filter(({ flags }) => flags.length > 0)
  if (flagged.length === 0) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="orange.9" fw={600}>
        <Plural value={flagged.length} one="# of them has flags." other="# of them have flags." />
      </Text>
      {flagged.length < reports.length && (
        <Button size="compact-sm" variant="default" onClick={() => leaveOut(flagged)}>
          <Trans>Leave them out</Trans>
        </Button>
      )}
    </Group>
  )
}

type BonusForm = ReturnType<typeof usePersistedForm<{ bonus: number | '' }>>
type BonusFieldProps = Pick<BulkFormProps, 'reports'> & { readonly form: BonusForm; readonly isRequired: boolean }

/** The bonus for each, with the total. */
function BonusField({ form, reports, isRequired }: BonusFieldProps) {
  const { t } = useLingui()
  const currency = reports[0]?.currency ?? ''
  const { bonus } = form.values
  return (
    <>
      <NumberField
        label={t`Bonus for each, ${currency}`}
        description={t`Paid once for each submission, in addition to the reward. The fee is added.`}
        fractionDigits={4}
        currency={currency}
        required={isRequired}
        {...form.getInputProps('bonus')}
      />
      {bonus !== '' && (
        <Text size="sm" role="status">
          <Trans>
            Bonuses in total: <Money amount={sumOfAmounts(reports.map(() => bonus))} currency={currency} />
          </Trans>
        </Text>
      )}
    </>
  )
}

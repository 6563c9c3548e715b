import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { Dialog, DialogButtons } from '../../ui/action-button.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Duration, Money } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import type { Method } from './method-fields.tsx'
import { PayDate } from './pay-days.tsx'
import { fieldsOf } from './withdrawal-fields.ts'
import { methodLabels } from './withdrawal-labels.tsx'
import type { WithdrawalOptions, WithdrawalValues } from './withdrawal-options.ts'
import { usualSeconds } from './withdrawal-rules.ts'

type WithdrawConfirmationProps = {
  readonly values: WithdrawalValues
  readonly options: WithdrawalOptions
  readonly currency: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly confirm: () => void
}

/** Repeats amount, fee, destination and duration before the request: a payment to a wrong account cannot be taken back. */
export function WithdrawConfirmation({ isOpen, close, confirm, ...withdrawal }: WithdrawConfirmationProps) {
  const { t } = useLingui()
  const { values, options, currency } = withdrawal
  const usual = usualSeconds(options)
  const isKnown = options.savedAccount !== null && !values.isNewAccount
  return (
    <Dialog title={t`Request withdrawal`} isOpen={isOpen} close={close}>
      <dl className="facts">
        <Fact name={t`Amount`}>
          <Money amount={Number(values.amount)} currency={currency} />
        </Fact>
        <Fact name={t`Fee`}>
          <Trans>None. Your bank may charge its own.</Trans>
        </Fact>
        <Fact name={t`Destination`}>
          <Destination values={values} options={options} />
        </Fact>
        <Fact name={t`Expected`}>
          {options.payDays ? (
            <PayDate day={isKnown ? options.payDays.expectedDate : options.payDays.expectedDateNewAccount} />
          ) : usual === undefined ? (
            <Trans>Not known yet: this marketplace has paid too few withdrawals. An operator reviews each one.</Trans>
          ) : (
            <Trans>
              Usually within <Duration seconds={usual} />, after an operator's review.
            </Trans>
          )}
        </Fact>
      </dl>
      <Text size="sm" c="dimmed">
        <Trans>Check the details: money sent to a wrong account may be lost.</Trans>
      </Text>
      <DialogButtons close={close}>
        <Button onClick={confirm}>
          <Trans>Confirm</Trans>
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function Destination({ values, options }: Pick<WithdrawConfirmationProps, 'values' | 'options'>) {
  const methodLabel = useLabels(methodLabels)
  const { method, isNewAccount } = values
  const { savedAccount } = options
  const lines =
    savedAccount && !isNewAccount
      ? [methodLabel(savedAccount.type), savedAccount.hint]
      : [methodLabel(method.type), ...fieldsOf(method.type).flatMap(({ name }) => method[name as keyof Method] || [])]
  return (
    <Text component="div" fw={600} className="user-text">
      {lines.join('\n')}
    </Text>
  )
}

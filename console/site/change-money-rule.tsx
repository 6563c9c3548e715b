import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LocalTimeField } from '../ui/input/local-time-field.tsx'
import { NumberField } from '../ui/input/number-field.tsx'
import { errorsOf } from '../ui/persisted-form.ts'

type Rule = A['MoneyRule']
type RuleProps = { readonly rule: Rule; readonly name: string; readonly currency: string }

/** A button whose dialog sets the fee or a limit, from now or from a later time. */
export function ChangeMoneyRule(props: RuleProps) {
  const { t } = useLingui()
  const { name } = props
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" flex="none" onClick={dialog.open} aria-label={t`Change: ${name}`}>
        {t`Change`}
      </Button>
      <Dialog title={name} isOpen={isOpen} close={dialog.close}>
        <ChangeForm {...props} close={dialog.close} />
      </Dialog>
    </>
  )
}

type Input = { readonly value: number; readonly holdsFromUtc: string | null }

function useChange(rule: Rule, close: () => void) {
  const { t } = useLingui()
  const mutation = useApiMutation<Input, A['MoneyRuleValue']>(['money-rules', 'audit', 'site'], (input, header) =>
    groupA.POST('/api/operator/money-rule-values', {
      params: { header },
      body: { ...input, rule: rule.rule as never, lastValueId: rule.lastValueId },
    }),
  )
  const send = (input: Input) =>
    mutation.mutate(input, {
      onSuccess: ({ status }) => {
        close()
        notifySuccess(status === 'Planned' ? t`The change is planned.` : t`The change holds now.`)
      },
    })
  return { mutation, send }
}

type FormProps = Omit<RuleProps, 'name'> & { readonly close: () => void }

function ChangeForm({ rule, currency, close }: FormProps) {
  const { t } = useLingui()
  const [value, setValue] = useState<number | string>(rule.value)
  const [time, setTime] = useState<string>()
  const { mutation, send } = useChange(rule, close)
  const isFee = rule.rule === 'feePercent'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ value: Number(value), holdsFromUtc: time ?? null })
  }
  const errors = errorsOf(mutation.error, { value, holdsFromUtc: time ?? '' })
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <NumberField
          label={isFee ? t`Percent of the reward` : t`Amount`}
          required
          fractionDigits={rule.fractionDigits}
          currency={isFee ? undefined : currency}
          value={value}
          onChange={setValue}
          error={errors['value']}
          data-autofocus
        />
        <FromWhen time={time} setTime={setTime} error={errors['holdsFromUtc']} />
        {isFee && (
          <Alert color="gray" variant="light">
            <Trans>Existing tasks keep their fee, and so do drafts unless their price is changed.</Trans>
          </Alert>
        )}
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending} disabled={value === ''}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type FromWhenProps = {
  /** Undefined: now. */
  readonly time: string | undefined
  readonly setTime: (time: string | undefined) => void
  readonly error: ReactNode
}

function FromWhen({ time, setTime, error }: FromWhenProps) {
  const { t } = useLingui()
  return (
    <>
      <SegmentedControl
        aria-label={t`From when`}
        value={time === undefined ? 'now' : 'later'}
        onChange={(when) => setTime(when === 'now' ? undefined : '')}
        data={[
          { value: 'now', label: t`From now` },
          { value: 'later', label: t`From a later time` },
        ]}
      />
      {time !== undefined && (
        <LocalTimeField label={t`Holds from`} required value={time} onChange={setTime} error={error} />
      )}
    </>
  )
}

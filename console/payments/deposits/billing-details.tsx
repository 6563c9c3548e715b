import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type A, groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'

type BillingDetails = A['BillingDetails']

export const billingQuery = apiQuery(['payments', 'billing-details'], (signal) =>
  groupA.GET('/api/advertiser/billing-details', { signal }),
)

/** Edits what receipts say about the buyer. */
export function BillingDetailsButton() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const { data: details } = useQuery(billingQuery)
  if (!details) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Billing details</Trans>
      </Button>
      <BillingDialog
        details={details}
        isOpen={isOpen}
        close={dialog.close}
        onSaved={() => notifySuccess(t`Billing details saved.`)}
      />
    </>
  )
}

type BillingDialogProps = {
  readonly details: BillingDetails
  readonly isOpen: boolean
  readonly close: () => void
  readonly onSaved: () => void
  /** A further button. */
  readonly children?: ReactNode
}

export function BillingDialog({ isOpen, close, ...form }: BillingDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Billing details`} isOpen={isOpen} close={close} size="lg">
      <BillingForm {...form} close={close} />
    </Dialog>
  )
}

function useBilling({ details, close, onSaved }: Omit<BillingDialogProps, 'isOpen'>) {
  const { name, address, taxId } = details
  const form = usePersistedForm('billing-details', { name: name ?? '', address: address ?? '', taxId: taxId ?? '' })
  const mutation = useApiMutation(
    ['payments'],
    (body: { name: string; address: string; taxId: string | null }, header) =>
      groupA.PUT('/api/advertiser/billing-details', { params: { header }, body }),
  )
  const submit = form.onSubmit((values) =>
    mutation.mutate(
      { ...values, taxId: values.taxId || null },
      {
        onSuccess: () => {
          form.clearStored()
          close()
          onSaved()
        },
        onError: form.showErrors,
      },
    ),
  )
  return { form, mutation, submit }
}

function BillingForm({ children, ...props }: Omit<BillingDialogProps, 'isOpen'>) {
  const { t } = useLingui()
  const { form, mutation, submit } = useBilling(props)
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          <Trans>These details appear on your receipts. Once a receipt has them, it no longer changes.</Trans>
        </Text>
        <TextInput
          label={t`Company or full name`}
          withAsterisk
          autoComplete="organization"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t`Address`}
          autoComplete="street-address"
          autosize
          minRows={3}
          maxRows={8}
          {...form.getInputProps('address')}
        />
        <TextInput
          label={t`Tax ID`}
          description={t`VAT or tax number, if you have one.`}
          {...form.getInputProps('taxId')}
        />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={props.close}>
          {children}
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

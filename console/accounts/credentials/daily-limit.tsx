import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Money } from '../../ui/formatted.tsx'
import { balanceQuery } from '../own-balance.ts'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import type { Credential } from './credentials.tsx'
import { DailyLimitField, parseLimit } from './daily-limit-field.tsx'

type CredentialProps = { readonly credential: Credential }

/** What a key has spent today, and its limit. */
export function DailySpending({ credential: { dailySpendMax, spentToday } }: CredentialProps) {
  const { data: balance } = useQuery(balanceQuery)
  if (!balance) return null
  const { currency } = balance
  return (
    <Stack gap={4}>
      <Money amount={spentToday} currency={currency} />
      <Text size="xs" c="dimmed" component="span">
        {dailySpendMax === null ? (
          <Trans>No limit</Trans>
        ) : (
          <Trans>
            Limit: <Money amount={dailySpendMax} currency={currency} />
          </Trans>
        )}
      </Text>
    </Stack>
  )
}

/** A button that changes what a key may spend per day. */
export function ChangeDailyLimit({ credential }: CredentialProps) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!credential.allowedActions.includes('ChangeDailySpendMax')) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        <Trans>Daily limit</Trans>
      </Button>
      <Dialog title={t`Daily spending limit`} isOpen={isOpen} close={dialog.close}>
        <DailyLimitForm credential={credential} close={dialog.close} />
      </Dialog>
    </>
  )
}

function DailyLimitForm({
  credential: { id, dailySpendMax },
  close,
}: CredentialProps & { readonly close: () => void }) {
  const { t } = useLingui()
  const [limit, setLimit] = useState<string | number>(dailySpendMax ?? '')
  const mutation = useApiMutation(['keys'], (max: number | null, header) =>
    sessionApi.PATCH('/console/api/settings/keys/{id}', {
      params: { path: { id }, header },
      body: { dailySpendMax: max },
    }),
  )
  const needsConfirm = needsConfirmation(mutation.error)
  const send = () =>
    mutation.mutate(parseLimit(limit), {
      onSuccess: () => {
        close()
        notifySuccess(t`Daily limit changed.`)
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <>
      <Stack component="form" gap="md" onSubmit={submit}>
        <DailyLimitField value={limit} onChange={setLimit} data-autofocus />
        <ErrorAlert error={needsConfirm ? null : mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={send} />
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, List, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type A, sessionApi } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { isMailSent } from '../../ui/brand.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { NoMail } from '../sign-in/sign-in-no-mail.tsx'
import { ConfirmDialog, needsConfirmation } from './confirm-dialog.tsx'

type Change = NonNullable<A['AccountEmail']['change']>

const path = '/console/api/settings/email'
const emailQuery = apiQuery(['email'], (signal) => sessionApi.GET(path, { signal }))

/** The account's address, and a form to change it. */
export function EmailChange() {
  const { t } = useLingui()
  const query = useQuery(emailQuery)
  return (
    <Section title={t`E-mail address`} description={t`Used to sign in and to receive e-mails.`}>
      <QueryContent query={query}>
        {({ email, change }) => (
          <Card withBorder padding="md">
            <Stack gap="md" align="flex-start">
              <Text fw={600}>{email}</Text>
              {change ? <PendingChange change={change} email={email} /> : <ChangeForm />}
            </Stack>
          </Card>
        )}
      </QueryContent>
    </Section>
  )
}

function PendingChange({ change, email }: { readonly change: Change; readonly email: string }) {
  const { t } = useLingui()
  const cancelMutation = useApiMutation(['email'], (_: undefined, header) =>
    sessionApi.DELETE(path, { params: { header } }),
  )
  const cancel = () =>
    cancelMutation.mutate(undefined, { onSuccess: () => notifySuccess(t`Your address stays the same`) })
  const { newEmail } = change
  return (
    <Alert color="yellow" role="status" title={<Trans>Changing to {newEmail}</Trans>}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>
            Open the links in both e-mails before <Time at={change.expiresAtUtc} isExact />. The address changes once
            both are confirmed:
          </Trans>
        </Text>
        {!isMailSent() && (
          <Text size="sm">
            <NoMail />
          </Text>
        )}
        <List size="sm">
          <List.Item>
            {change.oldConfirmed ? <Trans>{email}: confirmed</Trans> : <Trans>{email}: awaiting confirmation</Trans>}
          </List.Item>
          <List.Item>
            {change.newConfirmed ? (
              <Trans>{newEmail}: confirmed</Trans>
            ) : (
              <Trans>{newEmail}: awaiting confirmation</Trans>
            )}
          </List.Item>
        </List>
        {change.byOperator && (
          <Text size="sm">
            <Trans>An operator requested it. If you did not want this, cancel it.</Trans>
          </Text>
        )}
        <ErrorAlert error={cancelMutation.error} />
        <Button variant="default" loading={cancelMutation.isPending} onClick={cancel}>
          <Trans>Cancel the change</Trans>
        </Button>
      </Stack>
    </Alert>
  )
}

function ChangeForm() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const mutation = useApiMutation(['email'], (body: { email: string }, header) =>
    sessionApi.POST(path, { params: { header }, body }),
  )
  const needsConfirm = needsConfirmation(mutation.error)
  const send = () => mutation.mutate({ email })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <>
      <Stack component="form" onSubmit={submit} gap="md" maw={420} w="100%">
        <TextInput
          label={t`New e-mail address`}
          description={
            isMailSent() ? (
              t`We send a link to both addresses, and both must be confirmed. All other sessions then end.`
            ) : (
              <NoMail />
            )
          }
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <ErrorAlert error={needsConfirm ? null : mutation.error} />
        <Button type="submit" loading={mutation.isPending} style={{ alignSelf: 'flex-start' }}>
          <Trans>Change address</Trans>
        </Button>
      </Stack>
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={send} />
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, List, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type A, ownOnly } from '../../api.ts'
import { ask, useAction } from '../../queries.ts'
import { notifyDone } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { ConfirmDialog, needsConfirmation } from './confirm-dialog.tsx'

type Change = NonNullable<A['AccountEmail']['change']>

const address = '/console/api/settings/email'
const emailQuery = ask(['email'], (signal) => ownOnly.GET(address, { signal }))

/** The account's address, and a form to change it. */
export function EmailChange() {
  const { t } = useLingui()
  const query = useQuery(emailQuery)
  return (
    <Part title={t`E-mail address`} about={t`You sign in with it and receive e-mails there.`}>
      <Loaded query={query}>
        {({ email, change }) => (
          <Card withBorder padding="md">
            <Stack gap="md" align="flex-start">
              <Text fw={600}>{email}</Text>
              {change ? <UnderWay change={change} email={email} /> : <AnotherAddress />}
            </Stack>
          </Card>
        )}
      </Loaded>
    </Part>
  )
}

function UnderWay({ change, email }: { readonly change: Change; readonly email: string }) {
  const { t } = useLingui()
  const cancelling = useAction(['email'], (_: undefined, header) => ownOnly.DELETE(address, { params: { header } }))
  const cancel = () => cancelling.mutate(undefined, { onSuccess: () => notifyDone(t`Your address stays the same`) })
  const { newEmail } = change
  return (
    <Alert color="yellow" role="status" title={<Trans>Changing to {newEmail}</Trans>}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>
            Open the links in both e-mails before <Time at={change.expiresAtUtc} />. The address changes once both are
            confirmed:
          </Trans>
        </Text>
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
        <Refused error={cancelling.error} />
        <Button variant="default" loading={cancelling.isPending} onClick={cancel}>
          <Trans>Cancel the change</Trans>
        </Button>
      </Stack>
    </Alert>
  )
}

function AnotherAddress() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const action = useAction(['email'], (body: { email: string }, header) =>
    ownOnly.POST(address, { params: { header }, body }),
  )
  const isUnconfirmed = needsConfirmation(action.error)
  const send = () => action.mutate({ email })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <>
      <Stack component="form" onSubmit={submit} gap="md" maw={420} w="100%">
        <TextInput
          label={t`New e-mail address`}
          description={t`We send a link to both addresses, and both must be confirmed. All other sessions then end.`}
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Refused error={isUnconfirmed ? null : action.error} />
        <Button type="submit" loading={action.isPending} style={{ alignSelf: 'flex-start' }}>
          <Trans>Change address</Trans>
        </Button>
      </Stack>
      <ConfirmDialog isOpen={isUnconfirmed} close={action.reset} then={send} />
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Code, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionApi } from '../../api.ts'
import { apiPageQuery, useApiMutation } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useAccount } from '../session.ts'
import { type Credential, CredentialList } from './credentials.tsx'
import { ChangeDailyLimit, DailySpending } from './daily-limit.tsx'
import { KeyForm } from './key-form.tsx'
import { ChangeNetworks, Networks } from './key-networks.tsx'
import { scopes } from './scope-labels.ts'

const route = getRouteApi('/settings/api')

/** API keys of the account's programs. Those of accounts that are no advertisers open only their sandbox. */
export function Keys() {
  const { t } = useLingui()
  const { data: account } = useAccount()
  const description = account?.roles.includes('Advertiser') ? (
    <Trans>
      Your programs use an API key to post tasks and review submissions. Give each program its own key, with only the
      scopes it needs. <Anchor href="/docs">API documentation</Anchor>
    </Trans>
  ) : (
    <Trans>
      Create a test key to try your programs in a sandbox. Live API keys are for advertisers; programs of executors use
      an access token. <Anchor href="/docs">API documentation</Anchor>
    </Trans>
  )
  return (
    <Page title={t`API keys`} description={description} actions={<NewKey />}>
      <OwnKeys />
    </Page>
  )
}

function OwnKeys() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    apiPageQuery(['keys', query], (signal) =>
      sessionApi.GET('/console/api/settings/keys', { params: { query }, signal }),
    ),
  )
  const revoke = useApiMutation(['keys'], (id: number) =>
    sessionApi.DELETE('/console/api/settings/keys/{id}', { params: { path: { id } } }),
  )
  return (
    <CredentialList
      label={t`API keys`}
      query={result}
      permissionsColumn={{ title: t`Scopes`, render: (key) => <Scopes credential={key} /> }}
      limitColumns={[
        { title: t`Networks`, render: (key) => <Networks credential={key} /> },
        { title: t`Spent today`, render: (key) => <DailySpending credential={key} /> },
      ]}
      renderActions={(key) => (
        <>
          <ChangeNetworks credential={key} />
          <ChangeDailyLimit credential={key} />
        </>
      )}
      revoke={revoke}
      confirmation={<Trans>Programs that use this key lose access immediately. This cannot be undone.</Trans>}
      empty={
        <Empty title={t`No API keys`} action={<NewKey />}>
          <Trans>Create a key for each of your programs.</Trans>
        </Empty>
      }
    />
  )
}

function Scopes({ credential: key }: { readonly credential: Credential }) {
  if (key.scopes.length === scopes.length) return <Trans>All</Trans>
  return (
    <Group gap={4}>
      {key.scopes.map((scope) => (
        <Code key={scope}>{scope}</Code>
      ))}
    </Group>
  )
}

function NewKey() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>New key</Trans>
      </Button>
      <Dialog title={t`New API key`} isOpen={isOpen} close={dialog.close} size="lg">
        <KeyForm
          close={dialog.close}
          onIssued={(key) => {
            dialog.close()
            setSecret(key.secret)
          }}
        />
      </Dialog>
      <SecretDialog title={t`Your API key`} label={t`API key`} secret={secret} close={() => setSecret(undefined)}>
        <Text size="sm" c="dimmed">
          <Trans>To test it:</Trans>
        </Text>
        <Copyable
          label={t`First request`}
          text={`curl -H "Authorization: Bearer ${secret}" ${location.origin}/v1/tasks`}
        />
      </SecretDialog>
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionApi } from '../../api.ts'
import { apiPageQuery, useApiMutation } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Page } from '../../ui/page.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { roleLabels } from '../role-labels.ts'
import { CredentialList } from './credentials.tsx'
import { TokenForm } from './token-form.tsx'

const route = getRouteApi('/settings/tokens')

/** Access tokens, with which programs act as the user. */
export function Tokens() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Access tokens`}
      description={t`A program with this token acts as you, in the roles you select. It can do what you can do here, except create tokens.`}
      actions={<NewToken />}
    >
      <OwnTokens />
    </Page>
  )
}

function OwnTokens() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const roles = useLabels(roleLabels)
  const result = useQuery(
    apiPageQuery(['tokens', query], (signal) =>
      sessionApi.GET('/console/api/settings/tokens', { params: { query }, signal }),
    ),
  )
  const revoke = useApiMutation(['tokens'], (id: number) =>
    sessionApi.DELETE('/console/api/settings/tokens/{id}', { params: { path: { id } } }),
  )
  return (
    <CredentialList
      label={t`Access tokens`}
      query={result}
      permissionsColumn={{ title: t`Roles`, render: (token) => token.roles.map(roles).join(', ') }}
      revoke={revoke}
      confirmation={<Trans>Programs that use this token lose access immediately. This cannot be undone.</Trans>}
      empty={
        <Empty title={t`No access tokens`} action={<NewToken />}>
          <Trans>Create one for a script or program that works on your behalf.</Trans>
        </Empty>
      }
    />
  )
}

function NewToken() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>New token</Trans>
      </Button>
      <Dialog title={t`New access token`} isOpen={isOpen} close={dialog.close}>
        <TokenForm
          close={dialog.close}
          onIssued={(token) => {
            dialog.close()
            setSecret(token.secret)
          }}
        />
      </Dialog>
      <SecretDialog
        title={t`Your access token`}
        label={t`Access token`}
        secret={secret}
        close={() => setSecret(undefined)}
      />
    </>
  )
}

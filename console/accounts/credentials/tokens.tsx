import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ownOnly } from '../../api.ts'
import { pageQueryOf, useAction } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { SecretShown } from '../../ui/secret-shown.tsx'
import { useWords } from '../../ui/words.ts'
import { roleWords } from '../role-words.ts'
import { CredentialList } from './credentials.tsx'
import { TokenForm } from './token-form.tsx'

const route = getRouteApi('/settings/tokens')

/** Access tokens, with which programs act as the user. */
export function Tokens() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Access tokens`}
      about={t`A program with this token acts as you, in the roles you select. It can do what you can do here, except create tokens.`}
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
  const roles = useWords(roleWords)
  const result = useQuery(
    pageQueryOf(['tokens', query], (signal) =>
      ownOnly.GET('/console/api/settings/tokens', { params: { query }, signal }),
    ),
  )
  const revoking = useAction(['tokens'], (id: number) =>
    ownOnly.DELETE('/console/api/settings/tokens/{id}', { params: { path: { id } } }),
  )
  return (
    <CredentialList
      label={t`Access tokens`}
      query={result}
      may={{ title: t`Roles`, show: (token) => token.roles.map(roles).join(', ') }}
      revoking={revoking}
      confirm={<Trans>Programs that use this token lose access immediately. This cannot be undone.</Trans>}
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
  const [secret, show] = useState<string>()
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>New token</Trans>
      </Button>
      <Dialog title={t`New access token`} isOpen={isOpen} close={dialog.close}>
        <TokenForm
          close={dialog.close}
          issued={(token) => {
            dialog.close()
            show(token.secret)
          }}
        />
      </Dialog>
      <SecretShown title={t`Your access token`} label={t`Access token`} secret={secret} close={() => show(undefined)} />
    </>
  )
}

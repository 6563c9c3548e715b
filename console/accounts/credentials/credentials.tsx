import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { A } from '../../api.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { useWords, type Words } from '../../ui/words.ts'

export type Credential = A['Credential']
export type Issued = A['IssuedCredential']
type CredentialPage = {
  readonly items: readonly Credential[]
  readonly totalCount: number
  readonly nextCursor: string | null
}

const statusWords: Words = { Active: msg`Active`, Expired: msg`Expired`, Revoked: msg`Revoked` }
const tones: Readonly<Record<string, Tone>> = { Active: 'good', Expired: 'over', Revoked: 'bad' }

type ListProps = {
  readonly label: string
  readonly query: UseQueryResult<CredentialPage>
  /** Column of the permissions: roles or scopes. */
  readonly may: Column<Credential>
  /** Column of the allowed networks. */
  readonly from?: Column<Credential>
  /** Renders a button that changes a credential. */
  readonly change?: (credential: Credential) => ReactNode
  readonly revoking: UseMutationResult<Credential, Error, number>
  readonly confirm: ReactNode
  readonly empty: ReactNode
}

/** A list of the account's credentials with permissions, expiry and last use, and a button that revokes each. */
export function CredentialList({ label, query, may, from, change, revoking, confirm, empty }: ListProps) {
  const { t } = useLingui()
  const status = useWords(statusWords)
  const columns: Column<Credential>[] = [
    {
      title: t`Name`,
      show: ({ name }) => <UserText text={name ?? '–'} fw={600} oneLine display="inline-block" miw={96} />,
    },
    may,
    ...(from ? [from] : []),
    { title: t`Status`, show: (one) => <Status label={status(one.status)} tone={tones[one.status] ?? 'over'} /> },
    { title: t`Last used`, show: ({ lastUsedAtUtc: at }) => (at ? <Time at={at} /> : <Trans>Not yet</Trans>) },
    { title: t`Valid until`, show: (one) => <Until credential={one} /> },
    {
      title: t`Actions`,
      show: (one) => (
        <Group gap="xs">
          {change?.(one)}
          <ActionButton
            allowed={one.allowedActions}
            action="Revoke"
            label={t`Revoke`}
            doing={revoking}
            input={one.id}
            confirm={confirm}
            done={t`Revoked.`}
            color="red"
            variant="light"
            size="xs"
          />
        </Group>
      ),
    },
  ]
  return <List label={label} query={query} columns={columns} keyOf={({ id }) => id} empty={empty} />
}

function Until({ credential: { revokedAtUtc, expiresAtUtc } }: { readonly credential: Credential }) {
  if (revokedAtUtc) return <Time at={revokedAtUtc} />
  return expiresAtUtc ? <Time at={expiresAtUtc} /> : <Trans>Until revoked</Trans>
}

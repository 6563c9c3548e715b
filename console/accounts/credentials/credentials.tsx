import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack } from '@mantine/core'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { A } from '../../api.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { type Column, List } from '../../ui/lists/list.tsx'
import type { ListPage } from '../../ui/lists/pagination.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { UserText } from '../../ui/user-text.tsx'

export type Credential = A['Credential']
export type IssuedCredential = A['IssuedCredential']
const statusLabels: Labels = { Active: msg`Active`, Expired: msg`Expired`, Revoked: msg`Revoked` }
const statusTones: Readonly<Record<string, Tone>> = { Active: 'good', Expired: 'over', Revoked: 'bad' }

type ListProps = {
  readonly label: string
  readonly query: UseQueryResult<ListPage<Credential>>
  /** Column of the permissions: roles or scopes. */
  readonly permissionsColumn: Column<Credential>
  /** Columns of the limits. */
  readonly limitColumns?: readonly Column<Credential>[]
  /** Renders a button that changes a credential. */
  readonly renderActions?: (credential: Credential) => ReactNode
  readonly revoke: UseMutationResult<Credential, Error, number>
  readonly confirmation: ReactNode
  readonly empty: ReactNode
}

/** A list of the account's credentials with permissions, expiry and last use, and a button that revokes each. */
export function CredentialList({
  label,
  query,
  permissionsColumn,
  limitColumns = [],
  renderActions,
  revoke,
  confirmation,
  empty,
}: ListProps) {
  const { t } = useLingui()
  const status = useLabels(statusLabels)
  const columns: Column<Credential>[] = [
    {
      title: t`Name`,
      render: ({ name, livemode }) => (
        <Group gap="xs">
          <UserText text={name ?? '–'} fw={600} oneLine display="inline-block" miw={64} />
          {livemode ? null : <Status label={t`Test`} tone="waiting" />}
        </Group>
      ),
    },
    permissionsColumn,
    ...limitColumns,
    {
      title: t`Status`,
      render: (credential) => (
        <Status label={status(credential.status)} tone={statusTones[credential.status] ?? 'over'} />
      ),
    },
    { title: t`Last used`, render: ({ lastUsedAtUtc: at }) => (at ? <Time at={at} /> : <Trans>Not yet</Trans>) },
    { title: t`Valid until`, render: (credential) => <Until credential={credential} /> },
    {
      title: t`Actions`,
      render: (credential) => (
        <Stack gap={4} align="flex-start">
          {renderActions?.(credential)}
          <ActionButton
            allowed={credential.allowedActions}
            action="Revoke"
            label={t`Revoke`}
            mutation={revoke}
            input={credential.id}
            confirm={confirmation}
            successMessage={t`Revoked.`}
            color="red"
            variant="light"
            size="xs"
          />
        </Stack>
      ),
    },
  ]
  return <List label={label} query={query} columns={columns} keyOf={({ id }) => id} empty={empty} />
}

function Until({ credential: { revokedAtUtc, expiresAtUtc } }: { readonly credential: Credential }) {
  if (revokedAtUtc) return <Time at={revokedAtUtc} />
  return expiresAtUtc ? <Time at={expiresAtUtc} /> : <Trans>Until revoked</Trans>
}

import { Group } from '@mantine/core'
import { Fragment } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import { Status } from '../ui/status.tsx'

/** Warns that other executors use the same payout account, with links to them. */
export const SharedAccount = ({ label, ids }: { readonly label: string; readonly ids: readonly number[] }) =>
  ids.length === 0 ? null : (
    <Group gap={6}>
      <Status label={label} tone="bad" />
      <span>
        {ids.map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <AccountLink id={id} />
          </Fragment>
        ))}
      </span>
    </Group>
  )

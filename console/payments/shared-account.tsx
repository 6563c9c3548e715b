import { Group } from '@mantine/core'
import { Fragment } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import { Status } from '../ui/status.tsx'

type SharedAccountProps = {
  readonly label: string
  readonly ids: readonly number[]
  /** Their e-mail addresses, in the order of the ids. */
  readonly emails?: readonly string[]
}

/** Warns that other executors use the same payout account, with links to them. */
export const SharedAccount = ({ label, ids, emails = [] }: SharedAccountProps) =>
  ids.length === 0 ? null : (
    <Group gap={6}>
      <Status label={label} tone="bad" />
      <span>
        {ids.map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <AccountLink id={id} email={emails[index]} />
          </Fragment>
        ))}
      </span>
    </Group>
  )

import { useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { Fragment } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import { Status } from '../ui/status.tsx'

type SharedAccountProps = {
  readonly ids: readonly number[]
  /** Their e-mail addresses, in the order of the ids. */
  readonly emails?: readonly string[]
}

/** Warns that other executors use the same payout account, with links to them. */
export function SharedAccount({ ids, emails = [] }: SharedAccountProps) {
  const { t } = useLingui()
  if (ids.length === 0) return null
  return (
    <Group gap={6}>
      <Status label={t`Shared payout account`} tone="bad" />
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
}

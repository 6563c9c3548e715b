import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { LinkAnchor } from '../ui/links.tsx'

/** Links to the account overview, labelled with the e-mail address if it is known. */
export const AccountLink = ({ id, email }: { readonly id: number; readonly email?: string | null | undefined }) => (
  <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: String(id) }} size="sm">
    {email ? <Email email={email} /> : <Trans>Account {id}</Trans>}
  </LinkAnchor>
)

/** Longer parts of an address may break anywhere, so that a column does not grow with them. */
const partLengthMax = 24

/** Breaks an e-mail address only before its @. */
function Email({ email }: { readonly email: string }) {
  const parts = email.split(/(?=@)/)
  const isShort = parts.every(({ length }) => length <= partLengthMax)
  return (
    <span style={isShort ? { overflowWrap: 'normal' } : {}}>
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

import { Trans } from '@lingui/react/macro'
import { LinkAnchor } from '../ui/links.tsx'
import { EmailAddress } from '../ui/user-text.tsx'

/** Links to the account overview, labelled with the e-mail address if it is known. */
export const AccountLink = ({ id, email }: { readonly id: number; readonly email?: string | null | undefined }) => (
  <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: String(id) }} size="sm">
    {email ? <EmailAddress email={email} /> : <Trans>Account {id}</Trans>}
  </LinkAnchor>
)

import { Trans } from '@lingui/react/macro'
import { LinkAnchor } from '../ui/links.tsx'

/** To what an operator knows of an account; by its e-mail address where that is at hand. */
export const AccountLink = ({ id, email }: { readonly id: number; readonly email?: string }) => (
  <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: String(id) }} size="sm">
    {email ?? <Trans>Account {id}</Trans>}
  </LinkAnchor>
)

import { Trans } from '@lingui/react/macro'

/** Stands where a page would promise an e-mail, on a marketplace that sends none. */
export const NoMail = () => (
  <Trans>
    This marketplace does not send e-mails yet. Ask its operator for the link that the e-mail would contain.
  </Trans>
)

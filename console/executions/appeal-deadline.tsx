import { Trans } from '@lingui/react/macro'
import { Countdown } from '../ui/formatted.tsx'

type AppealProps = { readonly appeal: { readonly status: string; readonly decideByUtc: string } }

/** By when an undecided appeal is decided, and what happens otherwise, for the executor who appealed. */
export const AppealDeadline = ({ appeal: { status, decideByUtc } }: AppealProps) =>
  status === 'PaymentPending' ? (
    <Trans>Decided in your favour. An operator must still approve the payment.</Trans>
  ) : (
    <Trans>
      An operator decides within <Countdown until={decideByUtc} />. Without a decision by then, you are paid.
    </Trans>
  )

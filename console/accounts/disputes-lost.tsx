import { Trans } from '@lingui/react/macro'
import { Count } from '../ui/formatted.tsx'

type DisputesLostProps = { readonly disputesLost: number; readonly disputesDecided: number }

/** How many decided disputes the account has lost. */
export const DisputesLost = ({ disputesLost, disputesDecided }: DisputesLostProps) =>
  disputesDecided === 0 ? (
    <Trans>no disputes yet</Trans>
  ) : (
    <Trans>
      <Count value={disputesLost} /> of <Count value={disputesDecided} />
    </Trans>
  )

import { Trans } from '@lingui/react/macro'
import { Count } from '../ui/formatted.tsx'

type DisputesLostProps = {
  readonly disputesLost: number
  readonly disputesDecided: number
  /** How many are undecided, where it is known. */
  readonly disputesOpen?: number | undefined
}

/** How many decided disputes the account has lost, and how many are open. */
export const DisputesLost = ({ disputesLost, disputesDecided, disputesOpen = 0 }: DisputesLostProps) => (
  <>
    {disputesDecided === 0 ? (
      <Trans>none decided</Trans>
    ) : (
      <Trans>
        <Count value={disputesLost} /> of <Count value={disputesDecided} />
      </Trans>
    )}
    {disputesOpen > 0 && (
      <>
        {', '}
        <Trans>
          <Count value={disputesOpen} /> open
        </Trans>
      </>
    )}
  </>
)

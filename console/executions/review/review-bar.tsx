import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { LinkButton } from '../../ui/links.tsx'
import { Keyed, Steps } from '../../ui/queue/queue-bar.tsx'
import type { ReviewState } from './review-state.ts'

/** The dialogs of the review page, by name. */
export type Question = 'accept' | 'reject' | 'rework' | 'bonus' | 'override' | 'withdraw' | 'keys' | undefined

type Bar = {
  readonly review: ReviewState
  readonly allowed: readonly string[]
  readonly accept: () => void
  readonly ask: (question: Question) => void
}

/** The actions on the open report with their keys; always visible. */
export function ReviewBar({ review, allowed, accept, ask }: Bar) {
  const { t } = useLingui()
  const isAllowed = (action: string) => allowed.includes(action)
  return (
    <Group className="desk-bar" gap="xs" role="toolbar" aria-label={t`Decision`}>
      {isAllowed('Accept') && (
        <Button.Group>
          <Keyed letter="A" color="teal.9" onClick={accept}>
            <Trans>Accept</Trans>
          </Keyed>
          <Button
            color="teal"
            variant="light"
            px="sm"
            onClick={() => ask('accept')}
            aria-label={t`Accept with feedback`}
          >
            …
          </Button>
        </Button.Group>
      )}
      {isAllowed('RequestRework') && (
        <Keyed letter="W" variant="default" onClick={() => ask('rework')}>
          <Trans>Request rework</Trans>
        </Keyed>
      )}
      {isAllowed('Reject') && (
        <Keyed letter="R" color="red" onClick={() => ask('reject')}>
          <Trans>Reject</Trans>
        </Keyed>
      )}
      <OtherActions isAllowed={isAllowed} ask={ask} />
      <Steps desk={review} />
    </Group>
  )
}

type Others = { readonly isAllowed: (action: string) => boolean; readonly ask: (question: Question) => void }

const OtherActions = ({ isAllowed, ask }: Others) => (
  <>
    {isAllowed('WithdrawRejection') && (
      <Button variant="default" onClick={() => ask('withdraw')}>
        <Trans>Withdraw rejection</Trans>
      </Button>
    )}
    {isAllowed('OverrideRejection') && (
      <Button variant="default" onClick={() => ask('override')}>
        <Trans>Accept anyway</Trans>
      </Button>
    )}
    {isAllowed('Concede') && (
      <LinkButton to="/advertiser/disputes" variant="default">
        <Trans>View dispute</Trans>
      </LinkButton>
    )}
    {isAllowed('Bonus') && (
      <Button variant="default" onClick={() => ask('bonus')}>
        <Trans>Pay a bonus</Trans>
      </Button>
    )}
  </>
)

import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack } from '@mantine/core'
import type { A, B } from '../../api.ts'
import { groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Money } from '../../ui/formatted.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { MoreActions } from '../../ui/lists/more-actions.tsx'
import { managesOffers } from '../../workspace.ts'
import { AutomaticPayments } from '../automatic-payments.tsx'

type ActionableOffer = Pick<A['Offer'], 'id' | 'allowedActions' | 'editableMembers' | 'budget' | 'currency'> &
  Partial<Pick<B['Task'], 'autoAcceptRules' | 'reviewPeriodSeconds'>>
type Transition = 'Submit' | 'Withdraw' | 'Pause' | 'Resume'
type OfferActionsProps = {
  readonly offer: ActionableOffer
  readonly size?: 'compact-sm' | 'sm'
  readonly hidden?: readonly Transition[]
}

const transitions: readonly Transition[] = ['Submit', 'Withdraw', 'Pause', 'Resume']
const nextActions: readonly Transition[] = ['Submit', 'Resume']

const changed = ['offers', 'payments']

/** The action that most likely comes next, and the other ones behind a button. */
export function CompactOfferActions({ offer }: { readonly offer: A['Offer'] }) {
  const { t } = useLingui()
  const isRunning = offer.counts.pending > 0
  return (
    <Group gap={6} wrap="nowrap">
      {isRunning ? (
        <LinkButton to="/advertiser/review" search={{ offer: String(offer.id) }} size="compact-sm" variant="light">
          {t`Review`}
        </LinkButton>
      ) : (
        <TransitionButtons offer={offer} size="compact-sm" shown={nextActions} />
      )}
      {managesOffers && (
        <MoreActions size="compact-sm" label={t`More actions for ${offer.title}`}>
          <OfferActions offer={offer} hidden={isRunning ? [] : nextActions} />
        </MoreActions>
      )}
    </Group>
  )
}

/** Submits the offer, if it can be submitted now. */
export const SubmitOffer = ({ offer }: Pick<OfferActionsProps, 'offer'>) => (
  <TransitionButtons offer={offer} size="sm" shown={['Submit']} />
)

/** The advertiser's allowed actions on an offer. */
export function OfferActions({ offer, size = 'compact-sm', hidden = [] }: OfferActionsProps) {
  const { t } = useLingui()
  const offerId = String(offer.id)
  return (
    <>
      <TransitionButtons offer={offer} size={size} shown={transitions.filter((name) => !hidden.includes(name))} />
      {offer.allowedActions.includes('Update') && (
        <LinkButton to="/advertiser/offers/$offerId/edit" params={{ offerId }} size={size} variant="default">
          {t`Edit`}
        </LinkButton>
      )}
      {managesOffers && (
        <LinkButton to="/advertiser/offers/new" search={{ copy: offerId }} size={size} variant="default">
          {t`Duplicate`}
        </LinkButton>
      )}
      <Archive offer={offer} size={size} />
    </>
  )
}

type TransitionButtonsProps = Pick<OfferActionsProps, 'offer' | 'size'> & { readonly shown: readonly Transition[] }

/** The buttons that change the status. */
function TransitionButtons({ offer, size = 'compact-sm', shown }: TransitionButtonsProps) {
  const { t } = useLingui()
  const { submit, withdraw, pause, resume } = useTransitions(offer.id)
  const allowed = offer.allowedActions.filter((name) => shown.some((action) => action === name))
  // In addition to other tasks, no action is the primary one.
  const variant: string = size === 'compact-sm' ? 'light' : 'filled'
  const shared = { allowed, input: null, size, variant }
  return (
    <>
      <ActionButton
        {...shared}
        {...{ action: 'Submit', label: t`Submit`, mutation: submit, successMessage: t`Submitted for moderation.` }}
        confirm={<SubmitEffects offer={offer} />}
      />
      <ActionButton
        {...shared}
        {...{
          action: 'Withdraw',
          label: t`Withdraw task`,
          mutation: withdraw,
          successMessage: t`The task is a draft again.`,
        }}
        variant="default"
        confirm={<Trans>The task becomes a draft again, and the money held for it is released.</Trans>}
      />
      <ActionButton
        {...shared}
        {...{ action: 'Pause', label: t`Pause`, mutation: pause, successMessage: t`Paused. No new reservations.` }}
        variant="default"
      />
      <ActionButton
        {...shared}
        {...{
          action: 'Resume',
          label: t`Resume`,
          mutation: resume,
          successMessage: t`Executors can reserve it again.`,
        }}
      />
    </>
  )
}

/** The text of the confirmation: submitting holds money, and some submissions are paid without a decision. */
const SubmitEffects = ({ offer }: Pick<OfferActionsProps, 'offer'>) => (
  <Stack gap="xs">
    <span>
      <Trans>
        The full cost, <Money amount={offer.budget.total} currency={offer.currency} />, is held on your balance, and an
        operator reviews the task.
      </Trans>
    </span>
    {offer.autoAcceptRules && (
      <AutomaticPayments rules={offer.autoAcceptRules} reviewSeconds={offer.reviewPeriodSeconds} />
    )}
  </Stack>
)

function useTransitions(offerId: number) {
  const call = (header: { readonly 'Idempotency-Key': string }) => ({ params: { path: { offerId }, header } })
  return {
    submit: useApiMutation(changed, (_: null, header) =>
      groupA.POST('/api/advertiser/offers/{offerId}/submit', call(header)),
    ),
    withdraw: useApiMutation(changed, (_: null, header) =>
      groupA.POST('/api/advertiser/offers/{offerId}/withdraw', call(header)),
    ),
    pause: useApiMutation(changed, (_: null, header) =>
      groupA.POST('/api/advertiser/offers/{offerId}/pause', call(header)),
    ),
    resume: useApiMutation(changed, (_: null, header) =>
      groupA.POST('/api/advertiser/offers/{offerId}/resume', call(header)),
    ),
  }
}

function Archive({ offer, size = 'compact-sm' }: OfferActionsProps) {
  const { t } = useLingui()
  const archive = useApiMutation(changed, (_: null, header) =>
    groupA.DELETE('/api/advertiser/offers/{offerId}', { params: { path: { offerId: offer.id }, header } }),
  )
  return (
    <ActionButton
      label={t`Archive`}
      size={size}
      variant="default"
      color="red"
      allowed={offer.allowedActions}
      action="Archive"
      mutation={archive}
      input={null}
      successMessage={t`Archived. Money held for free slots is available again.`}
      confirm={
        <Trans>
          Executors can no longer reserve it. This cannot be undone. Money held for free slots is released now; money
          for work in progress, when that work ends.
        </Trans>
      }
    />
  )
}

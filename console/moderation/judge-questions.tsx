import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../api.ts'
import { useAct } from '../queries.ts'
import { ReasonDialog } from '../ui/reason-act.tsx'

/** A question over the desk, by its name. */
export type Question = 'reject' | 'suspend' | undefined

/** The house rules, as what an offer breaks of them. */
const rules = [
  msg`It asks for personal data that the work does not need, such as passwords, documents or card numbers.`,
  msg`It asks for false reviews, votes or follows.`,
  msg`It asks for something that is against the law, or against the terms of the platform where it takes place.`,
  msg`It does not say clearly what is to be done, or when it is accepted.`,
  msg`The reward is too small for the work that is asked for.`,
  msg`It leads to an address that is not safe, or that does not work.`,
]

const changed = ['offers', 'audit', 'accounts']

type Asked = {
  readonly question: Question
  readonly offer: A['OfferToJudge']
  readonly close: () => void
  readonly next: () => void
}

/** What is asked before a decision that needs words. */
export function JudgeQuestions({ question, offer: { id }, close, next }: Asked) {
  const { t, i18n } = useLingui()
  const reject = useAct<string, A['Offer']>(changed, (reason, header) =>
    groupA.POST('/api/operator/offers/{offerId}/reject', {
      params: { path: { offerId: id }, header },
      body: { reason },
    }),
  )
  const suspend = useAct<string, A['Offer']>(changed, (reason, header) =>
    groupA.POST('/api/operator/offers/{offerId}/suspend', {
      params: { path: { offerId: id }, header },
      body: { reason },
    }),
  )
  const shared = {
    field: 'reason',
    ask: t`Why`,
    about: t`The advertiser reads it: say what is to be changed.`,
    templates: rules.map((rule) => i18n._(rule)),
    color: 'red',
    close,
  } as const
  return (
    <>
      <ReasonDialog
        {...shared}
        isOpen={question === 'reject'}
        label={t`Reject`}
        keptAs={`offer-reject-${id}`}
        doing={reject}
        done={t`Rejected. The advertiser has the money back.`}
        then={next}
      />
      <ReasonDialog
        {...shared}
        isOpen={question === 'suspend'}
        label={t`Stop it at once`}
        keptAs={`offer-suspend-${id}`}
        doing={suspend}
        done={t`Stopped.`}
      >
        <Trans>Nobody can reserve it any more, and those who have reserved it lose their place.</Trans>
      </ReasonDialog>
    </>
  )
}

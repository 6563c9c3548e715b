import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { FirstSteps, Step } from '../../ui/first-steps.tsx'
import { LinkButton } from '../../ui/links.tsx'

const latest = { pageSize: 1 }
const latestTaskQuery = apiQuery(['offers', 'own', 'latest'], (signal) =>
  groupA.GET('/api/advertiser/offers', { params: { query: latest }, signal }),
)

type Money = { readonly available: number; readonly held: number }

/** A checklist for advertisers with at most one task. Renders nothing once it has been published. */
export function AdvertiserFirstSteps({ money }: { readonly money: Money | undefined }) {
  const { t } = useLingui()
  const { data: tasks } = useQuery(latestTaskQuery)
  if (!money || !tasks || tasks.totalCount > 1) return null
  const [task] = tasks.items
  const isSubmitted = task !== undefined && task.status !== 'Draft'
  if (isSubmitted && task.status !== 'PendingModeration') return null
  const hasMoney = money.available + money.held > 0
  return (
    <FirstSteps>
      <Step
        isDone={hasMoney}
        details={t`It stays yours: only accepted results are paid, and the rest can be refunded.`}
        action={<LinkButton to="/advertiser/balance" size="xs">{t`Add money`}</LinkButton>}
      >
        <Trans>Add money</Trans>
      </Step>
      <Step
        isDone={task !== undefined}
        details={t`Choose a type, say what to do and what counts as proof, and set the price.`}
        action={<LinkButton to="/advertiser/offers/new" size="xs" variant="default">{t`New task`}</LinkButton>}
      >
        <Trans>Describe a task</Trans>
      </Step>
      <Step isDone={isSubmitted} details={t`An operator looks at it, and then executors can reserve it.`}>
        <Trans>Submit it for approval</Trans>
      </Step>
      <Step
        isDone={false}
        details={t`You accept or reject each submission. What you do not decide in time is accepted.`}
      >
        <Trans>Review the results</Trans>
      </Step>
    </FirstSteps>
  )
}

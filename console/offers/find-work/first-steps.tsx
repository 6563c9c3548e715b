import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Account, useAccount } from '../../accounts/session.ts'
import { groupA } from '../../api.ts'
import { earningsQuery } from '../../payments/withdrawals/own-earnings.ts'
import { apiQuery } from '../../queries.ts'
import { FirstSteps, Step } from '../../ui/first-steps.tsx'
import { Money } from '../../ui/formatted.tsx'
import { LinkButton } from '../../ui/links.tsx'

/** Whether the profile has every fact that a task can require. */
export const isProfileComplete = ({ profile }: Account): boolean =>
  !!profile && profile.birthDate !== null && profile.countryId !== null && profile.gender !== null

const submittedQuery = { pageSize: 1 }
const staleMs = 300_000

/** A checklist for new executors with the benefit of each step. Renders nothing once it is complete. */
export function ExecutorFirstSteps() {
  const { data: account } = useAccount()
  const { data: submitted } = useQuery({
    ...apiQuery(['executions', 'own', submittedQuery], (signal) =>
      groupA.GET('/api/executor/executions', { params: { query: submittedQuery }, signal }),
    ),
    staleTime: staleMs,
  })
  if (!account || !submitted) return null
  const hasSubmitted = submitted.items.length > 0
  const hasProfile = isProfileComplete(account)
  return hasProfile && hasSubmitted ? null : <Steps hasProfile={hasProfile} hasSubmitted={hasSubmitted} />
}

type StepsProps = { readonly hasProfile: boolean; readonly hasSubmitted: boolean }

function Steps({ hasProfile, hasSubmitted }: StepsProps) {
  const { t } = useLingui()
  return (
    <FirstSteps>
      <ProfileStep isDone={hasProfile} />
      <WorkStep isDone={hasSubmitted} />
      <Step isDone={false} details={t`Accepted work also raises your level, which unlocks more tasks.`}>
        <WithdrawalStep />
      </Step>
    </FirstSteps>
  )
}

function ProfileStep({ isDone }: { readonly isDone: boolean }) {
  const { t } = useLingui()
  const unlocked = useOfferCount({ OnlyMissingProfile: true }, !isDone)
  return (
    <Step
      isDone={isDone}
      action={<LinkButton to="/settings/account" size="xs">{t`Complete profile`}</LinkButton>}
      details={t`Many tasks ask for a birth date, country or gender. With your work, advertisers see only the country.`}
    >
      {unlocked ? (
        <Trans>
          Complete your profile: <Plural value={unlocked} one="up to # more task" other="up to # more tasks" />
        </Trans>
      ) : (
        <Trans>Complete your profile</Trans>
      )}
    </Step>
  )
}

function WorkStep({ isDone }: { readonly isDone: boolean }) {
  const { t } = useLingui()
  const open = useOfferCount({ OnlyQualified: true }, !isDone)
  return (
    <Step isDone={isDone} details={t`Pick a task, reserve it, submit your work.`}>
      {open ? (
        <Trans>
          Submit your first work: <Plural value={open} one="# task is open to you" other="# tasks are open to you" />
        </Trans>
      ) : (
        <Trans>Submit your first work</Trans>
      )}
    </Step>
  )
}

function WithdrawalStep() {
  const { data } = useQuery(earningsQuery)
  if (!data) return <Trans>Get paid</Trans>
  return (
    <Trans>
      Get paid: withdraw from <Money amount={data.withdrawalMinimum} currency={data.currency} />
    </Trans>
  )
}

/** Returns how many open tasks the filter finds; undefined until it is known. */
function useOfferCount(filter: { OnlyQualified?: true; OnlyMissingProfile?: true }, enabled: boolean) {
  const query = { ...filter, PageSize: 1 }
  const { data } = useQuery({
    ...apiQuery(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
    enabled,
  })
  return enabled ? data?.totalCount : undefined
}

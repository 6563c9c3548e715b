import { Trans, useLingui } from '@lingui/react/macro'
import { Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Count, Duration, Percent, Time } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'

export const reputationQuery = apiQuery(['executions', 'standing'], (signal) =>
  groupA.GET('/api/executor/standing', { signal }),
)

/** The executor's level, the distance to the next one, and recently missed reservations. */
export function OwnReputation() {
  const { t } = useLingui()
  const query = useQuery(reputationQuery)
  return (
    <Section title={t`Your level`} description={t`A higher level gives you more tasks and faster payouts.`}>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={1} height={160} />}>
        {(reputation) => (
          <Paper withBorder p="md" radius="md">
            <ReputationFacts reputation={reputation} />
          </Paper>
        )}
      </QueryContent>
    </Section>
  )
}

function ReputationFacts({ reputation }: { readonly reputation: A['ExecutorStanding'] }) {
  const { t } = useLingui()
  const { nextLevel, missedReservations, missedReservationsMax, coolingDownUntilUtc, clearingSeconds } = reputation
  return (
    <dl className="facts">
      <dt>{t`Level`}</dt>
      <dd>
        <Count value={reputation.level} />
      </dd>
      <dt>{t`Accepted`}</dt>
      <dd>
        <Count value={reputation.acceptedCount} />
        {reputation.acceptanceRate !== null && (
          <>
            {' '}
            (<Percent value={reputation.acceptanceRate} />)
          </>
        )}
      </dd>
      <dt>{t`Rejected`}</dt>
      <dd>
        <Count value={reputation.rejectedCount} />
      </dd>
      {nextLevel && (
        <>
          <dt>{t`To the next level`}</dt>
          <dd>
            <Trans>
              <Count value={nextLevel.acceptedMissing} /> more accepted
            </Trans>
          </dd>
        </>
      )}
      <dt>{t`Earnings available after`}</dt>
      <dd>{clearingSeconds === 0 ? t`immediately` : <Duration seconds={clearingSeconds} />}</dd>
      <dt>{t`Released or expired today`}</dt>
      <dd>
        {coolingDownUntilUtc ? (
          <CoolDown until={coolingDownUntilUtc} />
        ) : (
          t`${missedReservations} of ${missedReservationsMax}`
        )}
      </dd>
    </dl>
  )
}

const CoolDown = ({ until }: { readonly until: string }) => (
  <Trans>
    Limit reached. You can reserve again from <Time at={until} isExact />
  </Trans>
)

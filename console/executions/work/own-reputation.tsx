import { Trans, useLingui } from '@lingui/react/macro'
import { Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { ask } from '../../queries.ts'
import { Count, Duration, Percent, Time } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'

export const reputationQuery = ask(['executions', 'standing'], (signal) =>
  groupA.GET('/api/executor/standing', { signal }),
)

/** The executor's level, the distance to the next one, and recently missed reservations. */
export function OwnReputation() {
  const { t } = useLingui()
  const query = useQuery(reputationQuery)
  return (
    <Part title={t`Your level`} about={t`A higher level gives you more tasks and faster payouts.`}>
      <Loaded query={query} waiting={<Waiting rows={1} height={160} />}>
        {(reputation) => (
          <Paper withBorder p="md" radius="md">
            <ReputationFacts reputation={reputation} />
          </Paper>
        )}
      </Loaded>
    </Part>
  )
}

function ReputationFacts({ reputation }: { readonly reputation: A['ExecutorStanding'] }) {
  const { t } = useLingui()
  const { nextLevel, missedReservations, missedReservationsMax, coolingDownUntilUtc, clearingSeconds } = reputation
  return (
    <dl className="facts">
      <dt>{t`Level`}</dt>
      <dd>
        <Count of={reputation.level} />
      </dd>
      <dt>{t`Accepted, rejected`}</dt>
      <dd>
        <Count of={reputation.acceptedCount} />, <Count of={reputation.rejectedCount} />
        {reputation.acceptanceRate !== null && (
          <>
            {' '}
            (<Percent of={reputation.acceptanceRate} />)
          </>
        )}
      </dd>
      {nextLevel && (
        <>
          <dt>{t`To the next level`}</dt>
          <dd>
            <Trans>
              <Count of={nextLevel.acceptedMissing} /> more accepted
            </Trans>
          </dd>
        </>
      )}
      <dt>{t`Earnings available after`}</dt>
      <dd>{clearingSeconds === 0 ? t`immediately` : <Duration seconds={clearingSeconds} />}</dd>
      <dt>{t`Released or expired today`}</dt>
      <dd>
        {coolingDownUntilUtc ? (
          <Resting until={coolingDownUntilUtc} />
        ) : (
          t`${missedReservations} of ${missedReservationsMax}`
        )}
      </dd>
    </dl>
  )
}

const Resting = ({ until }: { readonly until: string }) => (
  <Trans>
    too many: you can reserve again from <Time at={until} />
  </Trans>
)

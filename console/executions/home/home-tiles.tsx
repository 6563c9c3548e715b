import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Money, Total } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'

const statsQuery = apiQuery(['executions', 'figures', 'home'], (signal) =>
  groupA.GET('/api/advertiser/figures', { params: { query: {} }, signal }),
)

type Counted = UseQueryResult<{ readonly totalCount: number; readonly totalCountIsExact: boolean }>
type HomeTilesProps = {
  readonly reviews: Counted
  readonly tasks: Counted
  readonly balance: UseQueryResult<A['Balance']>
}

/** The key figures of the advertiser, each with a link to its page. */
export function HomeTiles({ reviews, tasks, balance }: HomeTilesProps) {
  const { t } = useLingui()
  const { data: stats } = useQuery(statsQuery)
  const money = balance.data
  return (
    <Tiles>
      <Tile name={t`Reviews due`} description={<LinkAnchor to="/advertiser/review" size="sm">{t`Review`}</LinkAnchor>}>
        <CountOf query={reviews} />
      </Tile>
      <Tile
        name={t`Available balance`}
        isBad={money?.isLow ?? false}
        description={
          <>
            {money && stats && <Lasts available={money.available} spent={stats.total.spent} />}
            <LinkAnchor to="/advertiser/balance" size="sm">{t`Add money`}</LinkAnchor>
          </>
        }
      >
        <OrDash>{money && <Money amount={money.available} currency={money.currency} />}</OrDash>
      </Tile>
      <Tile
        name={t`Spent in 30 days`}
        description={<LinkAnchor to="/advertiser/figures" size="sm">{t`Statistics`}</LinkAnchor>}
      >
        <OrDash>{stats && <Money amount={stats.total.spent} currency={stats.currency} />}</OrDash>
      </Tile>
      <Tile
        name={t`Running tasks`}
        description={
          <LinkAnchor to="/advertiser/offers" size="sm">
            <Trans>My tasks</Trans>
          </LinkAnchor>
        }
      >
        <CountOf query={tasks} />
      </Tile>
    </Tiles>
  )
}

/** The days of the statistics behind the average, and the longest time that is worth a warning. */
const [daysCounted, daysShownMax] = [30, 365]

/** How long the balance lasts if spending goes on as in the last 30 days. */
function Lasts({ available, spent }: { readonly available: number; readonly spent: number }) {
  const days = Math.floor((available * daysCounted) / spent)
  if (!(days <= daysShownMax)) return null
  return (
    <div>
      <Trans>
        Lasts about <Plural value={days} one="# day" other="# days" />
      </Trans>
    </div>
  )
}

const OrDash = ({ children }: { readonly children: ReactNode }) => children || <>–</>

const CountOf = ({ query: { data } }: { readonly query: Counted }) => <OrDash>{data && <Total of={data} />}</OrDash>

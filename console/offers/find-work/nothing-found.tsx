import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useAccount } from '../../accounts/session.ts'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { isProfileComplete } from './first-steps.tsx'
import { filterRemovals, hasFilters, queryOf, type WorkSearch } from './search.ts'

type NothingFoundProps = {
  readonly search: WorkSearch
  readonly setFilters: (change: WorkSearch) => void
  readonly clear: () => void
}

const removalLabels: Labels = {
  search: msg`Clear the search`,
  category: msg`In any category`,
  platform: msg`On any platform`,
  rewardFrom: msg`No minimum reward`,
  rewardTo: msg`No maximum reward`,
  favourites: msg`Of all advertisers`,
  all: msg`Show tasks I don't qualify for`,
}

/** No offers found: shows which filters hide how many offers, and removes them. */
export function NothingFound({ search, setFilters, clear }: NothingFoundProps) {
  const { t } = useLingui()
  const label = useLabels(removalLabels)
  const removals = useRemovalCounts(search)
  const isFiltered = hasFilters(search)
  const { data: account } = useAccount()
  const buttons = (
    <Group gap="xs" justify="center">
      {removals.map(({ name, change, count }) => (
        <Button key={name} variant="light" onClick={() => setFilters(change)}>
          {label(name)}: <Plural value={count} one="# task" other="# tasks" />
        </Button>
      ))}
      {isFiltered && (
        <Button variant={removals.length > 0 ? 'subtle' : 'light'} onClick={clear}>
          {t`Clear filters`}
        </Button>
      )}
    </Group>
  )
  if (isFiltered)
    return (
      <Empty title={t`No tasks match these filters`} action={buttons}>
        {t`Remove one, or search for something else.`}
      </Empty>
    )
  return (
    <Empty title={t`No matching tasks yet`} action={buttons}>
      {account && !isProfileComplete(account)
        ? t`New tasks arrive all the time. Complete your profile to unlock more.`
        : t`New tasks arrive all the time.`}
    </Empty>
  )
}

/** Counts the results without each of the filters. */
function useRemovalCounts(search: WorkSearch) {
  const { i18n } = useLingui()
  const removals = filterRemovals(search)
  return useQueries({
    queries: removals.map(({ change }) => {
      const query = { ...queryOf({ ...search, cursor: undefined, ...change }, i18n.locale), PageSize: 1 }
      return apiQuery(['offers', 'available', query], (signal) =>
        groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
      )
    }),
    combine: (results) =>
      removals
        .map((removal, index) => ({ ...removal, count: results[index]?.data?.totalCount ?? 0 }))
        .filter(({ count }) => count > 0),
  })
}

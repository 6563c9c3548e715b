import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { ask } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { useWords, type Words } from '../../ui/words.ts'
import { isNarrowed, type Narrowed, queryOf, wideningsOf } from './search.ts'

type Nothing = {
  readonly search: Narrowed
  readonly narrow: (change: Narrowed) => void
  readonly clear: () => void
}

const without: Words = {
  search: msg`Clear the search`,
  category: msg`In any category`,
  platform: msg`On any platform`,
  rewardFrom: msg`Lower the reward`,
  rewardTo: msg`Raise the reward`,
  all: msg`Show tasks I don't qualify for`,
}

/** No offers found: shows which filters hide how many offers, and removes them. */
export function NothingFound({ search, narrow, clear }: Nothing) {
  const { t } = useLingui()
  const word = useWords(without)
  const ways = useWays(search)
  const narrowed = isNarrowed(search)
  const buttons = (
    <Group gap="xs" justify="center">
      {ways.map(({ name, change, count }) => (
        <Button key={name} variant="light" onClick={() => narrow(change)}>
          {word(name)}: <Plural value={count} one="# offer" other="# offers" />
        </Button>
      ))}
      {narrowed && (
        <Button variant={ways.length > 0 ? 'subtle' : 'light'} onClick={clear}>
          {t`Clear the filters`}
        </Button>
      )}
    </Group>
  )
  if (narrowed)
    return (
      <Empty title={t`No offers match these filters`} action={buttons}>
        {t`Remove one, or search for something else.`}
      </Empty>
    )
  return (
    <Empty title={t`No matching tasks yet`} action={buttons}>
      {t`New offers arrive all the time. Complete your profile to unlock more.`}
    </Empty>
  )
}

/** Counts the results without each of the filters. */
function useWays(search: Narrowed) {
  const { i18n } = useLingui()
  const widenings = wideningsOf(search)
  return useQueries({
    queries: widenings.map(({ change }) => {
      const query = { ...queryOf({ ...search, cursor: undefined, ...change }, i18n.locale), PageSize: 1 }
      return ask(['offers', 'available', query], (signal) =>
        groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
      )
    }),
    combine: (counted) =>
      widenings
        .map((widening, index) => ({ ...widening, count: counted[index]?.data?.totalCount ?? 0 }))
        .filter(({ count }) => count > 0),
  })
}

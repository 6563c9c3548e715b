import { useLingui } from '@lingui/react/macro'
import { Paper, SimpleGrid } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Count, Duration, Time } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { useWords } from '../../ui/words.ts'
import { genderWords, useCountries } from '../form/offer-audience.tsx'
import type { Task } from '../form/offer-values.ts'

type Props = { readonly task: Task }
type Fact = readonly [string, ReactNode]

/** The audience, durations and dates of an offer. */
export function OfferConditions({ task }: Props) {
  const { t } = useLingui()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Facts title={t`Who can do it`} facts={useAudience(task)} />
      <Facts title={t`Limits and deadlines`} facts={useLimits(task)} />
      <Facts title={t`History`} facts={useDates(task)} />
    </SimpleGrid>
  )
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <Part title={title}>
      <Paper withBorder p="md" radius="md">
        <dl className="facts">
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </Paper>
    </Part>
  )
}

const shownMax = 8

function useAudience(task: Task): readonly Fact[] {
  const { t } = useLingui()
  const gender = useWords(genderWords)
  const { data: countries } = useCountries()
  const { minAge, maxAge, targetCountryIds, minExecutorLevel, allowListId, blockListId } = task
  const names = targetCountryIds.map((id) => countries?.find((country) => country.id === id)?.name ?? String(id))
  const rest = names.length - shownMax
  const named = names.slice(0, shownMax).join(', ')
  return [
    [t`Age`, minAge === null && maxAge === null ? t`any` : `${minAge ?? ''} – ${maxAge ?? ''}`],
    [t`Gender`, gender(task.gender)],
    [t`Countries`, names.length === 0 ? t`everywhere` : rest > 0 ? t`${named} and ${rest} more` : named],
    [t`Minimum level`, <Count key="level" of={minExecutorLevel} />],
    ...(allowListId === null ? [] : [[t`Only on list`, `№ ${allowListId}`] as const]),
    ...(blockListId === null ? [] : [[t`Excludes list`, `№ ${blockListId}`] as const]),
  ]
}

function useLimits(task: Task): readonly Fact[] {
  const { t } = useLingui()
  const { hourlyLimit, dailyLimit, startsAtUtc, endsAtUtc } = task
  const seconds = (value: number) => <Duration key="seconds" seconds={value} />
  return [
    [t`Time limit`, seconds(task.reservationDurationSeconds)],
    [t`Your review`, seconds(task.reviewPeriodSeconds)],
    [t`Max. rework rounds`, <Count key="reworks" of={task.maxReworks} />],
    [t`In rework`, seconds(task.reworkPeriodSeconds)],
    [t`Max. per executor`, <Count key="each" of={task.perExecutorLimit} />],
    [t`Max. failed attempts`, <Count key="attempts" of={task.attemptsMax} />],
    ...(hourlyLimit === null ? [] : [[t`Per hour`, <Count key="hour" of={hourlyLimit} />] as const]),
    ...(dailyLimit === null ? [] : [[t`Per day`, <Count key="day" of={dailyLimit} />] as const]),
    ...(startsAtUtc === null ? [] : [[t`Starts`, <Time key="starts" at={startsAtUtc} />] as const]),
    ...(endsAtUtc === null ? [] : [[t`Ends`, <Time key="ends" at={endsAtUtc} />] as const]),
  ]
}

function useDates({ createdAtUtc, submittedAtUtc, activatedAtUtc, completedAtUtc, ...task }: Task): readonly Fact[] {
  const { t } = useLingui()
  const dates = [
    [t`Created`, createdAtUtc],
    [t`Sent to moderation`, submittedAtUtc],
    [t`Decided by an operator`, task.moderation?.decidedAtUtc ?? null],
    [t`Active since`, activatedAtUtc],
    [t`Completed`, completedAtUtc],
    [t`Archived`, task.archivedAtUtc],
  ] as const
  return dates.filter(([, at]) => at !== null).map(([name, at]) => [name, <Time key={name} at={at} />])
}

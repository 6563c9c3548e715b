import { useLingui } from '@lingui/react/macro'
import { Paper, SimpleGrid } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useRequirementWords } from '../../qualifications/requirement-words.ts'
import { Count, Duration, Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Section } from '../../ui/page.tsx'
import { recordNumber } from '../../ui/record-number.tsx'
import { audienceGenders, useCountries } from '../form/offer-audience.tsx'
import type { Task } from '../form/offer-values.ts'

type Props = { readonly task: Task }
type Fact = readonly [string, ReactNode]

/** The audience, durations and dates of an offer. */
export function OfferConditions({ task }: Props) {
  const { t } = useLingui()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Facts title={t`Audience`} facts={useAudience(task)} />
      <Facts title={t`Limits and deadlines`} facts={useLimits(task)} />
      <Facts title={t`History`} facts={useDates(task)} />
      <StudyFacts task={task} />
    </SimpleGrid>
  )
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <Section title={title}>
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
    </Section>
  )
}

/** The quotas, the group and the pay of who is turned away; nothing if the task has none. */
function StudyFacts({ task }: Props) {
  const { t } = useLingui()
  const { quotas = [], exclusionGroup, screenOut, counts, currency } = task
  const shares = (taken: number, max: number) => t`${taken} of ${max}`
  const facts: readonly Fact[] = [
    ...quotas.map(({ name, max, taken = 0 }) => [name, shares(taken, max)] as const),
    ...(exclusionGroup ? [[t`Exclusion group`, exclusionGroup] as const] : []),
    ...(screenOut
      ? [
          [t`Screened out`, shares(counts.screenedOut ?? 0, screenOut.max)] as const,
          [t`Pay for being screened out`, <Money key="pay" amount={screenOut.reward} currency={currency} />] as const,
        ]
      : []),
  ]
  return facts.length === 0 ? null : <Facts title={t`Quotas and groups`} facts={facts} />
}

const shownMax = 8

function useAudience(task: Task): readonly Fact[] {
  const { t } = useLingui()
  const gender = useLabels(audienceGenders)
  const words = useRequirementWords()
  const { data: countries } = useCountries()
  const { minAge, maxAge, targetCountryIds, minExecutorLevel, allowListId, blockListId } = task
  const names = targetCountryIds.map((id) => countries?.find((country) => country.id === id)?.name ?? String(id))
  const rest = names.length - shownMax
  const named = names.slice(0, shownMax).join(', ')
  return [
    [t`Age`, minAge === null && maxAge === null ? t`Any` : `${minAge ?? ''} – ${maxAge ?? ''}`],
    [t`Gender`, gender(task.gender)],
    [t`Countries`, names.length === 0 ? t`All countries` : rest > 0 ? t`${named} and ${rest} more` : named],
    [t`Minimum level`, <Count key="level" value={minExecutorLevel} />],
    ...(task.requirements ?? []).map(
      (each) =>
        [
          t`Requirement`,
          words.ofTask(each, each.qualificationId === undefined ? undefined : recordNumber(each.qualificationId)),
        ] as const,
    ),
    ...(allowListId === null ? [] : [[t`Only list`, recordNumber(allowListId)] as const]),
    ...(blockListId === null ? [] : [[t`Excluded list`, recordNumber(blockListId)] as const]),
  ]
}

function useLimits(task: Task): readonly Fact[] {
  const { t } = useLingui()
  const { hourlyLimit, dailyLimit, startsAtUtc, endsAtUtc } = task
  const seconds = (value: number) => <Duration key="seconds" seconds={value} />
  return [
    [t`Time limit`, seconds(task.reservationDurationSeconds)],
    [t`Review time`, seconds(task.reviewPeriodSeconds)],
    [t`Max. rounds of changes`, <Count key="reworks" value={task.maxReworks} />],
    [t`Time for changes`, seconds(task.reworkPeriodSeconds)],
    [t`Max. per executor`, <Count key="each" value={task.perExecutorLimit} />],
    [t`Max. failed attempts`, <Count key="attempts" value={task.attemptsMax} />],
    ...(hourlyLimit === null ? [] : [[t`Per hour`, <Count key="hour" value={hourlyLimit} />] as const]),
    ...(dailyLimit === null ? [] : [[t`Per day`, <Count key="day" value={dailyLimit} />] as const]),
    ...(startsAtUtc === null ? [] : [[t`Starts`, <Time key="starts" at={startsAtUtc} isExact />] as const]),
    ...(endsAtUtc === null ? [] : [[t`Ends`, <Time key="ends" at={endsAtUtc} isExact />] as const]),
  ]
}

function useDates({ createdAtUtc, submittedAtUtc, activatedAtUtc, completedAtUtc, ...task }: Task): readonly Fact[] {
  const { t } = useLingui()
  const dates = [
    [t`Created`, createdAtUtc],
    [t`Submitted for moderation`, submittedAtUtc],
    [t`Moderated`, task.moderation?.decidedAtUtc ?? null],
    [t`Active since`, activatedAtUtc],
    [t`Completed`, completedAtUtc],
    [t`Archived`, task.archivedAtUtc],
  ] as const
  return dates.filter(([, at]) => at !== null).map(([name, at]) => [name, <Time key={name} at={at} />])
}

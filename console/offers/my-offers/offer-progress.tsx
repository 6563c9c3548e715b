import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Progress, Stack, Text } from '@mantine/core'
import type { A } from '../../api.ts'
import { Count } from '../../ui/formatted.tsx'
import { useWords, type Words } from '../../ui/words.ts'

type Counts = A['Offer']['counts']
type ProgressProps = { readonly counts: Counts; readonly totalLimit: number }

/** The states of slots, in the order of the workflow. */
const places = ['accepted', 'pending', 'rework', 'reserved'] as const
const placeWords: Words = {
  accepted: msg`Accepted`,
  pending: msg`Under review`,
  rework: msg`In rework`,
  reserved: msg`Reserved`,
  remaining: msg`Free`,
  rejected: msg`Rejected`,
  disputed: msg`Disputed`,
  withdrawn: msg`Withdrawn by executors`,
  acceptedByDispute: msg`Accepted after a dispute`,
}
const colors = { accepted: 'teal.7', pending: 'yellow.6', rework: 'orange.6', reserved: 'ink.5' } as const

/** The progress of the offer as a bar and in words. */
export function OfferProgress({ counts, totalLimit }: ProgressProps) {
  return (
    <Stack gap={4} miw={150}>
      <ProgressBar counts={counts} totalLimit={totalLimit} />
      <Text size="xs" c="dimmed" component="div">
        <Trans>
          <Count of={counts.accepted} /> of <Count of={totalLimit} /> accepted
        </Trans>
        {counts.pending > 0 && (
          <>
            {' · '}
            <Trans>
              <Count of={counts.pending} /> to review
            </Trans>
          </>
        )}
      </Text>
    </Stack>
  )
}

export function ProgressBar({ counts, totalLimit, size = 8 }: ProgressProps & { readonly size?: number }) {
  const { t } = useLingui()
  const word = useWords(placeWords)
  const said = places.map((place) => `${word(place)}: ${counts[place]}`).join(', ')
  return (
    <Progress.Root size={size} role="img" aria-label={t`Of ${totalLimit}: ${said}`}>
      {places.map((place) => (
        <Progress.Section
          key={place}
          value={(100 * counts[place]) / totalLimit}
          color={colors[place]}
          withAria={false}
        />
      ))}
    </Progress.Root>
  )
}

/** The number of slots in each state. */
export function ProgressFacts({ counts }: Pick<ProgressProps, 'counts'>) {
  const word = useWords(placeWords)
  const also = (['rejected', 'disputed', 'withdrawn', 'acceptedByDispute'] as const).filter((name) => counts[name] > 0)
  return (
    <Group gap="lg" component="dl" m={0}>
      {([...places, 'remaining', ...also] as const).map((name) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {word(name)}
          </Text>
          <Text component="dd" m={0} fw={600} size="lg">
            <Count of={counts[name]} />
          </Text>
        </div>
      ))}
    </Group>
  )
}

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Progress, Stack, Text } from '@mantine/core'
import type { A } from '../../api.ts'
import { Count } from '../../ui/formatted.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'

type Counts = A['Offer']['counts']
type ProgressProps = { readonly counts: Counts; readonly totalLimit: number }

/** The states of slots, in the order of the workflow. */
const slotStates = ['accepted', 'pending', 'rework', 'reserved'] as const
const slotStateLabels: Labels = {
  accepted: msg`Accepted`,
  pending: msg`Under review`,
  rework: msg`Changes requested`,
  reserved: msg`Reserved`,
  remaining: msg`Free`,
  rejected: msg`Rejected`,
  disputed: msg`Disputed`,
  withdrawn: msg`Withdrawn by executors`,
  acceptedByDispute: msg`Accepted after a dispute`,
}
const colors = { accepted: 'teal.7', pending: 'yellow.6', rework: 'yellow.8', reserved: 'gray.5' } as const

/** The progress of the offer as a bar and in words. */
export function OfferProgress({ counts, totalLimit }: ProgressProps) {
  return (
    <Stack gap={4} miw={150}>
      <ProgressBar counts={counts} totalLimit={totalLimit} />
      <Text size="xs" c="dimmed" component="div">
        <Trans>
          <Count value={counts.accepted} /> of <Count value={totalLimit} /> accepted
        </Trans>
        {counts.pending > 0 && (
          <>
            {' · '}
            <Trans>
              <Count value={counts.pending} /> to review
            </Trans>
          </>
        )}
      </Text>
    </Stack>
  )
}

export function ProgressBar({ counts, totalLimit, size = 8 }: ProgressProps & { readonly size?: number }) {
  const { t } = useLingui()
  const label = useLabels(slotStateLabels)
  const summary = slotStates.map((state) => `${label(state)}: ${counts[state]}`).join(', ')
  return (
    <Progress.Root size={size} role="img" aria-label={t`Of ${totalLimit}: ${summary}`}>
      {slotStates.map((state) => (
        <Progress.Section
          key={state}
          value={(100 * counts[state]) / Math.max(1, totalLimit)}
          color={colors[state]}
          withAria={false}
        />
      ))}
    </Progress.Root>
  )
}

/** The number of slots in each state. */
export function ProgressFacts({ counts }: Pick<ProgressProps, 'counts'>) {
  const label = useLabels(slotStateLabels)
  const also = (['rejected', 'disputed', 'withdrawn', 'acceptedByDispute'] as const).filter((name) => counts[name] > 0)
  return (
    <Group gap="lg" component="dl" m={0}>
      {([...slotStates, 'remaining', ...also] as const).map((name) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {label(name)}
          </Text>
          <Text component="dd" m={0} fw={600} size="lg">
            <Count value={counts[name]} />
          </Text>
        </div>
      ))}
    </Group>
  )
}

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'

const dayMs = 86_400_000
const minuteMs = 60_000

export const durationDays = [1, 7, 30, 90] as const

/** Returns the instant this many days from now, to the minute. */
export function instantIn(days: number): string {
  const now = Math.floor(Date.now() / minuteMs) * minuteMs
  return new Date(now + days * dayMs).toISOString()
}

/** Typical sanctions. Without `days` they last until they are lifted. */
const presets = [
  {
    kind: 'Warning',
    code: 'TermsBroken',
    label: msg`Warning: terms`,
    reason: msg`This breaks our terms. Please read them again. The next breach leads to a restriction.`,
  },
  {
    kind: 'NoReservations',
    code: 'WorkAbandoned',
    days: 7,
    label: msg`7 days: abandoned tasks`,
    reason: msg`You reserved many tasks without submitting them. Others could not use those slots.`,
  },
  {
    kind: 'NoReservations',
    code: 'ProofsReused',
    days: 30,
    label: msg`30 days: reused proofs`,
    reason: msg`You submitted the same proof for several tasks. Each task needs its own.`,
  },
  {
    kind: 'NoOffers',
    code: 'UnfairRejections',
    days: 30,
    label: msg`30 days: unfair rejections`,
    reason: msg`Several of your rejections were overturned because the work met the requirements.`,
  },
  {
    kind: 'Suspension',
    code: 'FraudSuspected',
    label: msg`Suspension: fraud`,
    reason: msg`We suspect fraud and are checking the account. You can appeal.`,
  },
] as const

type SanctionPresetsProps = {
  readonly fill: (values: {
    kind: (typeof presets)[number]['kind']
    code: (typeof presets)[number]['code']
    reason: string
    endsAtUtc: string
  }) => void
}

/** Buttons that fill in a typical restriction, reason and duration. */
export function SanctionPresets({ fill }: SanctionPresetsProps) {
  const { i18n } = useLingui()
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        <Trans>Typical sanctions</Trans>
      </Text>
      <Group gap={6}>
        {presets.map((preset) => (
          <Button
            key={preset.code}
            variant="default"
            size="compact-sm"
            onClick={() =>
              fill({
                kind: preset.kind,
                code: preset.code,
                reason: i18n._(preset.reason),
                endsAtUtc: 'days' in preset ? instantIn(preset.days) : '',
              })
            }
          >
            {i18n._(preset.label)}
          </Button>
        ))}
      </Group>
    </div>
  )
}

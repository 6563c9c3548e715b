import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Text } from '@mantine/core'
import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react'

type SampleStepsProps = {
  readonly place: number
  readonly count: number
  readonly onChange: (place: number) => void
}

/** Goes through the sample items. */
export function SampleSteps({ place, count, onChange }: SampleStepsProps) {
  const { t } = useLingui()
  const number = place + 1
  if (count < 2) return null
  return (
    <Group gap="xs" role="group" aria-label={t`Sample items`}>
      <ActionIcon
        variant="default"
        aria-label={t`Previous sample item`}
        disabled={place === 0}
        onClick={() => onChange(place - 1)}
      >
        <ArrowLeftIcon />
      </ActionIcon>
      <Text size="sm" role="status">
        <Trans>
          {number} of {count}
        </Trans>
      </Text>
      <ActionIcon
        variant="default"
        aria-label={t`Next sample item`}
        disabled={number === count}
        onClick={() => onChange(place + 1)}
      >
        <ArrowRightIcon />
      </ActionIcon>
    </Group>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Badge, Group } from '@mantine/core'
import type { Qualification, SideName } from './sides.ts'

type Props = { readonly side: SideName; readonly qualification: Qualification }

/** Whether it is a group, hidden, or of the marketplace. */
export function Kind({ qualification, side }: Props) {
  const { t } = useLingui()
  const { hasScore, isVisible, isOfMarketplace } = qualification
  const kinds = [
    ...(hasScore ? [] : [t`Group`]),
    ...(isVisible ? [] : [t`Hidden from executors`]),
    ...(isOfMarketplace && side === 'advertiser' ? [t`Of the marketplace`] : []),
  ]
  return (
    <Group gap={6}>
      {kinds.map((kind) => (
        <Badge key={kind} variant="light" color="gray" radius="sm" tt="none">
          {kind}
        </Badge>
      ))}
    </Group>
  )
}

import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'

export const BlockedBadge = () => (
  <Badge variant="light" color="red" tt="none" radius="sm" className="status">
    <Trans>Block list</Trans>
  </Badge>
)

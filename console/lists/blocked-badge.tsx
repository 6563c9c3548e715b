import { useLingui } from '@lingui/react/macro'
import { Status } from '../ui/status.tsx'

export function BlockedBadge() {
  const { t } = useLingui()
  return <Status label={t`Block list`} tone="bad" />
}

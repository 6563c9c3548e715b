import { Trans, useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import type { A } from '../../api.ts'
import { Empty } from '../../ui/empty.tsx'
import { ImposeSanction } from './impose-sanction.tsx'
import { SanctionCard } from './sanction-card.tsx'

/** Present and past sanctions of an account. */
export function AccountSanctions({ of: { account, sanctions } }: { readonly of: A['AccountOverview'] }) {
  const { t } = useLingui()
  if (sanctions.length === 0)
    return (
      <Empty title={t`No sanctions`} action={<ImposeSanction account={account} />}>
        <Trans>This account has no restrictions.</Trans>
      </Empty>
    )
  return (
    <Stack gap="md">
      {sanctions.map((sanction) => (
        <SanctionCard key={sanction.id} of={sanction} />
      ))}
    </Stack>
  )
}

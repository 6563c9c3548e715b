import { useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NumberField } from '../../ui/input/number-field.tsx'
import { useLabels } from '../../ui/labels.ts'
import { balanceQuery } from '../own-balance.ts'
import { type MemberRole, memberRoleExplanations, memberRoleLabels, memberRoles } from './memberships.ts'

export type Rights = { readonly role: MemberRole; readonly dailySpendMax: string | number }

type RightsFieldsProps = { readonly rights: Rights; readonly change: (rights: Rights) => void }

/** Fields for what a member may do and spend. */
export function RightsFields({ rights, change }: RightsFieldsProps) {
  const { t } = useLingui()
  const label = useLabels(memberRoleLabels)
  const explanation = useLabels(memberRoleExplanations)
  const currency = useQuery(balanceQuery).data?.currency
  const choose = (role: string) =>
    change({ role: role as MemberRole, dailySpendMax: role === 'Owner' ? rights.dailySpendMax : 0 })
  return (
    <>
      <Radio.Group label={t({ message: `Role`, context: `member` })} value={rights.role} onChange={choose}>
        <Stack gap="xs" mt="xs">
          {memberRoles.map((role) => (
            <Radio key={role} value={role} label={label(role)} description={explanation(role)} />
          ))}
        </Stack>
      </Radio.Group>
      <NumberField
        label={currency ? t`Daily spending limit (${currency})` : t`Daily spending limit`}
        description={t`What the member can spend on tasks and bonuses per day (UTC). Accepting submissions needs nothing more. Leave empty for no limit.`}
        fractionDigits={4}
        currency={currency}
        value={rights.dailySpendMax}
        onChange={(dailySpendMax: string | number) => change({ ...rights, dailySpendMax })}
      />
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { parseLimit } from '../credentials/daily-limit-field.tsx'
import { ConfirmedForm } from '../security/confirmed-form.tsx'
import type { Member, MemberRole } from './memberships.ts'
import { RightsFields } from './rights-fields.tsx'

type MemberProps = { readonly member: Member }

/** A button that changes the role and the limit of a member in a dialog. */
export function ChangeMember({ member }: MemberProps) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        <Trans>Change</Trans>
      </Button>
      <Dialog title={t`Role and limit`} isOpen={isOpen} close={dialog.close}>
        <ChangeForm member={member} close={dialog.close} />
      </Dialog>
    </>
  )
}

function ChangeForm({ member: { id, role, dailySpendMax }, close }: MemberProps & { readonly close: () => void }) {
  const { t } = useLingui()
  const [rights, setRights] = useState({
    role: role as MemberRole,
    dailySpendMax: dailySpendMax ?? ('' as string | number),
  })
  const mutation = useApiMutation(['workspaces'], (_: undefined, header) =>
    sessionApi.PATCH('/console/api/settings/members/{id}', {
      params: { path: { id }, header },
      body: { role: rights.role, dailySpendMax: parseLimit(rights.dailySpendMax) },
    }),
  )
  return (
    <ConfirmedForm mutation={mutation} input={undefined} successMessage={t`Member changed.`} close={close}>
      <RightsFields rights={rights} change={setRights} />
    </ConfirmedForm>
  )
}

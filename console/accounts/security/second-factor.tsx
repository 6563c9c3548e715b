import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { notifyDone } from '../../ui/action-button.tsx'
import { Part } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { post, useSecurityAction } from './calls.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { type Enrolled, SecondFactorSetup } from './second-factor-setup.tsx'

type Password = { readonly password: string }

/** Authenticator codes, required after the password. */
export function SecondFactor({ isOn }: { readonly isOn: boolean }) {
  const { t } = useLingui()
  const [codes, show] = useState<readonly string[]>()
  return (
    <Part
      title={t`Two-factor authentication`}
      about={t`Sign in with your password and a code from an app on your phone. A stolen password alone is not enough.`}
    >
      <Card withBorder padding="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Text fw={600}>
              <Trans>Authenticator app</Trans>
            </Text>
            {isOn ? <Status label={t`On`} tone="good" /> : <Status label={t`Off`} tone="over" />}
          </Group>
          {isOn ? <WhenOn show={show} /> : <TurnOn show={show} />}
        </Group>
        <BackupCodes codes={codes} close={() => show(undefined)} />
      </Card>
    </Part>
  )
}

type Show = { readonly show: (codes: readonly string[]) => void }

function TurnOn({ show }: Show) {
  const { t } = useLingui()
  const [isAsking, asking] = useDisclosure()
  const [enrolled, enrol] = useState<Enrolled>()
  const enable = useSecurityAction(post<Password, Enrolled>('two-factor/enable'))
  return (
    <>
      <Button onClick={asking.open}>
        <Trans>Turn on</Trans>
      </Button>
      <PasswordDialog
        title={t`Turn on two-factor authentication`}
        isOpen={isAsking}
        close={asking.close}
        doing={enable}
        then={enrol}
      />
      <SecondFactorSetup
        enrolled={enrolled}
        close={() => enrol(undefined)}
        confirmed={({ backupCodes }) => {
          enrol(undefined)
          notifyDone(t`Two-factor authentication is on.`)
          show(backupCodes)
        }}
      />
    </>
  )
}

function WhenOn({ show }: Show) {
  const { t } = useLingui()
  const [isRenewing, renewing] = useDisclosure()
  const [isEnding, ending] = useDisclosure()
  const renew = useSecurityAction(post<Password, Enrolled>('two-factor/generate-backup-codes'))
  const disable = useSecurityAction(post<Password>('two-factor/disable'))
  return (
    <Group gap="xs">
      <Button variant="default" onClick={renewing.open}>
        <Trans>New backup codes</Trans>
      </Button>
      <Button variant="light" color="red" onClick={ending.open}>
        <Trans>Turn off</Trans>
      </Button>
      <PasswordDialog
        title={t`New backup codes`}
        isOpen={isRenewing}
        close={renewing.close}
        doing={renew}
        then={({ backupCodes }) => show(backupCodes)}
      >
        <Trans>Your current codes will stop working.</Trans>
      </PasswordDialog>
      <PasswordDialog
        title={t`Turn off two-factor authentication`}
        isOpen={isEnding}
        close={ending.close}
        doing={disable}
        color="red"
        then={() => notifyDone(t`Two-factor authentication is off.`)}
      >
        <Trans>You will sign in with just your password.</Trans>
      </PasswordDialog>
    </Group>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { notifySuccess } from '../../ui/action-button.tsx'
import { Section } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { post, useSecurityAction } from './calls.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { type Enrollment, SecondFactorSetup } from './second-factor-setup.tsx'

type Password = { readonly password: string }

/** Authenticator codes, required after the password. */
export function SecondFactor({ isEnabled }: { readonly isEnabled: boolean }) {
  const { t } = useLingui()
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Section
      title={t`Two-factor authentication`}
      description={t`Sign in with your password and a code from an app on your phone. A stolen password alone is not enough.`}
    >
      <Card withBorder padding="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Text fw={600}>
              <Trans>Authenticator app</Trans>
            </Text>
            {isEnabled ? <Status label={t`On`} tone="good" /> : <Status label={t`Off`} tone="over" />}
          </Group>
          {isEnabled ? <EnabledActions setCodes={setCodes} /> : <EnableButton setCodes={setCodes} />}
        </Group>
        <BackupCodes codes={codes} close={() => setCodes(undefined)} />
      </Card>
    </Section>
  )
}

type CodesProps = { readonly setCodes: (codes: readonly string[]) => void }

function EnableButton({ setCodes }: CodesProps) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const [enrollment, setEnrollment] = useState<Enrollment>()
  const enable = useSecurityAction(post<Password, Enrollment>('two-factor/enable'))
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>Turn on</Trans>
      </Button>
      <PasswordDialog
        title={t`Turn on two-factor authentication`}
        isOpen={isOpen}
        close={dialog.close}
        mutation={enable}
        onSuccess={setEnrollment}
      />
      <SecondFactorSetup
        enrollment={enrollment}
        close={() => setEnrollment(undefined)}
        onConfirmed={({ backupCodes }) => {
          setEnrollment(undefined)
          notifySuccess(t`Two-factor authentication is on.`)
          setCodes(backupCodes)
        }}
      />
    </>
  )
}

function EnabledActions({ setCodes }: CodesProps) {
  const { t } = useLingui()
  const [isRenewOpen, renewDialog] = useDisclosure()
  const [isDisableOpen, disableDialog] = useDisclosure()
  const renew = useSecurityAction(post<Password, Enrollment>('two-factor/generate-backup-codes'))
  const disable = useSecurityAction(post<Password>('two-factor/disable'))
  return (
    <Group gap="xs">
      <Button variant="default" onClick={renewDialog.open}>
        <Trans>New backup codes</Trans>
      </Button>
      <Button variant="light" color="red" onClick={disableDialog.open}>
        <Trans>Turn off</Trans>
      </Button>
      <PasswordDialog
        title={t`New backup codes`}
        isOpen={isRenewOpen}
        close={renewDialog.close}
        mutation={renew}
        onSuccess={({ backupCodes }) => setCodes(backupCodes)}
      >
        <Trans>Your current codes will stop working.</Trans>
      </PasswordDialog>
      <PasswordDialog
        title={t`Turn off two-factor authentication`}
        isOpen={isDisableOpen}
        close={disableDialog.close}
        mutation={disable}
        color="red"
        onSuccess={() => notifySuccess(t`Two-factor authentication is off.`)}
      >
        <Trans>You will sign in with just your password.</Trans>
      </PasswordDialog>
    </Group>
  )
}

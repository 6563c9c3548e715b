import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ActionButton, notifySuccess } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { hasPasskeys } from '../sign-in/calls.ts'
import { addPasskey, type NameAndPassword, type Passkey, passkeysQuery, post, useSecurityAction } from './calls.ts'
import { NameDialog } from './name-dialog.tsx'

const updatePasskey = post<{ id: string; name: string }>('passkey/update-passkey')

/** Passkeys, which sign in without a password: a fingerprint, a face, or a security key. */
export function Passkeys() {
  const { t } = useLingui()
  const query = useQuery(passkeysQuery)
  return (
    <Section
      title={t`Passkeys`}
      description={t`Sign in with your fingerprint, face or device lock. Nothing to remember, nothing to steal.`}
      actions={hasPasskeys() && <AddPasskey />}
    >
      <QueryContent query={query}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <Card withBorder padding="md">
              <Text c="dimmed">{hasPasskeys() ? <Trans>No passkeys yet.</Trans> : <Unavailable />}</Text>
            </Card>
          ) : (
            <Stack gap="xs">
              {passkeys.map((passkey) => (
                <PasskeyCard key={passkey.id} passkey={passkey} />
              ))}
            </Stack>
          )
        }
      </QueryContent>
    </Section>
  )
}

const Unavailable = () => (
  <Trans>Passkeys are not available here. They need https and the marketplace's domain name, or localhost.</Trans>
)

function AddPasskey() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const add = useSecurityAction(addPasskey)
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>Add a passkey</Trans>
      </Button>
      <NameDialog
        title={t`Add a passkey`}
        description={t`For example, the device it is stored on.`}
        label={t`Continue`}
        needsPassword
        isOpen={isOpen}
        close={dialog.close}
        mutation={add}
        onSuccess={(passkey) => passkey && notifySuccess(t`Passkey added.`)}
      />
    </>
  )
}

function PasskeyCard({ passkey: { id, name, createdAt } }: { readonly passkey: Passkey }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const rename = useSecurityAction(({ name: newName }: NameAndPassword) => updatePasskey({ id, name: newName }))
  const remove = useSecurityAction(post<{ id: string }>('passkey/delete-passkey'))
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <UserText text={name || t`Passkey`} fw={600} />
          <Text size="sm" c="dimmed">
            <Trans>
              Added <Time at={createdAt} />
            </Trans>
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={dialog.open}>
            <Trans>Rename</Trans>
          </Button>
          <ActionButton
            label={t`Delete`}
            mutation={remove}
            input={{ id }}
            confirm={<Trans>You will no longer be able to sign in with it. Delete it on your device too.</Trans>}
            successMessage={t`Passkey deleted.`}
            variant="light"
            color="red"
            size="xs"
          />
        </Group>
      </Group>
      <NameDialog
        title={t`Rename the passkey`}
        description={t`For example, the device it is stored on.`}
        label={t`Rename`}
        initialName={name ?? ''}
        isOpen={isOpen}
        close={dialog.close}
        mutation={rename}
        onSuccess={() => notifySuccess(t`Saved.`)}
      />
    </Card>
  )
}

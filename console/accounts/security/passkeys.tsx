import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ActionButton, notifyDone } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { hasPasskeys } from '../sign-in/calls.ts'
import { addPasskey, type Named, type Passkey, passkeysQuery, post, useSecurityAction } from './calls.ts'
import { NameDialog } from './name-dialog.tsx'

const updatePasskey = post<{ id: string; name: string }>('passkey/update-passkey')

/** Passkeys, which sign in without a password: a fingerprint, a face, or a security key. */
export function Passkeys() {
  const { t } = useLingui()
  const query = useQuery(passkeysQuery)
  return (
    <Part
      title={t`Passkeys`}
      about={t`Sign in with your fingerprint, face or device lock. Nothing to remember, nothing to steal.`}
      actions={hasPasskeys() && <AddPasskey />}
    >
      <Loaded query={query}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <Card withBorder padding="md">
              <Text c="dimmed">{hasPasskeys() ? <Trans>No passkeys yet.</Trans> : <NotHere />}</Text>
            </Card>
          ) : (
            <Stack gap="xs">
              {passkeys.map((passkey) => (
                <OnePasskey key={passkey.id} passkey={passkey} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Part>
  )
}

const NotHere = () => (
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
        about={t`The device that holds it.`}
        label={t`Continue`}
        needsPassword
        isOpen={isOpen}
        close={dialog.close}
        doing={add}
        done={(passkey) => passkey && notifyDone(t`Passkey added.`)}
      />
    </>
  )
}

function OnePasskey({ passkey: { id, name, createdAt } }: { readonly passkey: Passkey }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const rename = useSecurityAction(({ name: wished }: Named) => updatePasskey({ id, name: wished }))
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
            doing={remove}
            input={{ id }}
            confirm={
              <Trans>It will no longer open this account. Delete it on your device too, which may still show it.</Trans>
            }
            done={t`Passkey deleted.`}
            variant="light"
            color="red"
            size="xs"
          />
        </Group>
      </Group>
      <NameDialog
        title={t`Rename the passkey`}
        about={t`The device that holds it.`}
        label={t`Rename`}
        first={name ?? ''}
        isOpen={isOpen}
        close={dialog.close}
        doing={rename}
        done={() => notifyDone(t`Saved.`)}
      />
    </Card>
  )
}

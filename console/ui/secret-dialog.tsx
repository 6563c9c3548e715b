import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './action-button.tsx'
import { Copyable } from './copyable.tsx'

type SecretDialogProps = {
  readonly title: string
  readonly label: string
  readonly secret: string | undefined
  readonly close: () => void
  readonly children?: ReactNode
}

/** Shows a secret once. */
export function SecretDialog({ title, label, secret, close, children }: SecretDialogProps) {
  return (
    <Dialog title={title} isOpen={secret !== undefined} close={close} size="lg" isFirm>
      <Alert color="yellow" variant="light">
        <Text size="sm">
          <Trans>Copy it now and keep it secret. It will not be shown again.</Trans>
        </Text>
      </Alert>
      <Copyable label={label} text={secret ?? ''} />
      {children}
      <Group justify="flex-end">
        <Button onClick={close}>
          <Trans>I have copied it</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}

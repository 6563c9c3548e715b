import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorAlert } from './error-alert.tsx'

/** Shows a toast. */
export const notifySuccess = (message: string): void => {
  const closeButtonProps = { 'aria-label': i18n._(msg`Close`) }
  notifications.show({ message, color: 'teal', autoClose: 4_000, withCloseButton: true, closeButtonProps })
}

type ActionButtonProps<Input, Body> = ButtonProps & {
  /** The record's `allowedActions`. The button is shown only if they contain `action`. */
  readonly allowed?: readonly string[]
  readonly action?: string
  readonly label: string
  readonly mutation: UseMutationResult<Body, Error, Input>
  readonly input: Input
  /** Consequences, shown in a confirmation dialog. Without it, the action runs immediately. */
  readonly confirm?: ReactNode
  /** Whether the confirmation only explains why the action is not possible now. */
  readonly isBlocked?: boolean
  /** Toast after success. */
  readonly successMessage?: string
  readonly onSuccess?: (body: Body) => void
}

/** A button that runs one action. Asks first if `confirm` is set, and shows refusals. */
export function ActionButton<Input, Body>({ allowed, action, ...rest }: ActionButtonProps<Input, Body>) {
  if (allowed && action && !allowed.includes(action)) return null
  return rest.confirm ? <ConfirmedActionButton {...rest} /> : <PlainActionButton {...rest} />
}

type PlainProps<Input, Body> = Omit<ActionButtonProps<Input, Body>, 'allowed' | 'action'>

// Notifies even if the button has disappeared because the record's allowed actions changed.
const reportSuccess = <Input, Body>({ successMessage, onSuccess }: PlainProps<Input, Body>, body: Body) => {
  if (successMessage) notifySuccess(successMessage)
  onSuccess?.(body)
}

function PlainActionButton<Input, Body>(props: PlainProps<Input, Body>) {
  const {
    label,
    mutation,
    input,
    successMessage: _successMessage,
    onSuccess: _onSuccess,
    confirm: _confirm,
    isBlocked: _isBlocked,
    ...button
  } = props
  const [isOpen, errorDialog] = useDisclosure()
  const send = () => void mutation.mutateAsync(input).then((body) => reportSuccess(props, body), errorDialog.open)
  return (
    <>
      <Button {...button} loading={mutation.isPending} onClick={send}>
        {label}
      </Button>
      <Dialog title={label} isOpen={isOpen && mutation.isError} close={errorDialog.close}>
        <ErrorAlert error={mutation.error} />
      </Dialog>
    </>
  )
}

function ConfirmedActionButton<Input, Body>(props: PlainProps<Input, Body>) {
  const { label, mutation, input, confirm, isBlocked = false, ...rest } = props
  const { successMessage: _successMessage, onSuccess: _onSuccess, ...button } = rest
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button {...button} onClick={dialog.open}>
        {label}
      </Button>
      <Dialog title={label} isOpen={isOpen} close={dialog.close}>
        <Text size="sm" component="div">
          {confirm}
        </Text>
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={dialog.close}>
          {!isBlocked && (
            <Button
              {...(button.color ? { color: button.color } : {})}
              loading={mutation.isPending}
              onClick={() =>
                void mutation.mutateAsync(input).then(
                  (body) => {
                    dialog.close()
                    reportSuccess(props, body)
                  },
                  () => undefined, // shown above
                )
              }
            >
              {label}
            </Button>
          )}
        </DialogButtons>
      </Dialog>
    </>
  )
}

type DialogProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly size?: string
  /** Whether only its buttons close it, because its content is not shown again. */
  readonly isFirm?: boolean
  readonly children: ReactNode
}

// Not a banner landmark: a dialog's header is not the page's.
const attributes = { header: { role: 'none' } }

/** A modal dialog. */
export function Dialog({ title, isOpen, close, size, isFirm = false, children }: DialogProps) {
  const { t } = useLingui()
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      centered
      size={size ?? 'md'}
      closeOnClickOutside={!isFirm}
      closeOnEscape={!isFirm}
      attributes={attributes}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">{children}</Stack>
    </Modal>
  )
}

/** The buttons of a dialog: Back, which no action is called, and `children`. */
export function DialogButtons({ close, children }: { readonly close: () => void; readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={close}>
        <Trans>Back</Trans>
      </Button>
      {children}
    </Group>
  )
}

import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refused } from './refused.tsx'

/** Shows a toast. */
export const notifyDone = (message: string): void => {
  const closeButtonProps = { 'aria-label': i18n._(msg`Close`) }
  notifications.show({ message, color: 'teal', autoClose: 4_000, withCloseButton: true, closeButtonProps })
}

type ActionButton<Input, Body> = ButtonProps & {
  /** The record's `allowedActions`. The button is shown only if they contain `action`. */
  readonly allowed?: readonly string[]
  readonly action?: string
  readonly label: string
  readonly doing: UseMutationResult<Body, Error, Input>
  readonly input: Input
  /** Consequences, shown in a confirmation dialog. Without it, the action runs immediately. */
  readonly confirm?: ReactNode
  /** Toast after success. */
  readonly done?: string
  readonly then?: (body: Body) => void
}

/** A button that runs one action. Asks first if `confirm` is set, and shows refusals. */
export function ActionButton<Input, Body>({ allowed, action, ...rest }: ActionButton<Input, Body>) {
  if (allowed && action && !allowed.includes(action)) return null
  return rest.confirm ? <ConfirmedActionButton {...rest} /> : <PlainActionButton {...rest} />
}

type Rest<Input, Body> = Omit<ActionButton<Input, Body>, 'allowed' | 'action'>

// Notifies even if the button has disappeared because the record's allowed actions changed.
const finish = <Input, Body>({ done, then }: Rest<Input, Body>, body: Body) => {
  if (done) notifyDone(done)
  then?.(body)
}

function PlainActionButton<Input, Body>(props: Rest<Input, Body>) {
  const { label, doing, input, done: _done, then: _then, confirm: _confirm, ...button } = props
  const [isOpen, refused] = useDisclosure()
  return (
    <>
      <Button
        {...button}
        loading={doing.isPending}
        onClick={() => void doing.mutateAsync(input).then((body) => finish(props, body), refused.open)}
      >
        {label}
      </Button>
      <Dialog title={label} isOpen={isOpen && doing.isError} close={refused.close}>
        <Refused error={doing.error} />
      </Dialog>
    </>
  )
}

function ConfirmedActionButton<Input, Body>(props: Rest<Input, Body>) {
  const { label, doing, input, confirm, done: _done, then: _then, ...button } = props
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
        <Refused error={doing.error} />
        <Answers close={dialog.close}>
          <Button
            {...(button.color ? { color: button.color } : {})}
            loading={doing.isPending}
            onClick={() =>
              void doing.mutateAsync(input).then(
                (body) => {
                  dialog.close()
                  finish(props, body)
                },
                () => undefined, // it is shown above
              )
            }
          >
            {label}
          </Button>
        </Answers>
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

/** The buttons of a dialog: Cancel, and `children`. */
export function Answers({ close, children }: { readonly close: () => void; readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={close}>
        <Trans>Cancel</Trans>
      </Button>
      {children}
    </Group>
  )
}

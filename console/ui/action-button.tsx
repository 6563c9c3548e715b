import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refused } from './refused.tsx'

/** Tells for a moment that something was done. */
export const notifyDone = (message: string): void => {
  const closeButtonProps = { 'aria-label': i18n._(msg`Close`) }
  notifications.show({ message, color: 'teal', autoClose: 4_000, withCloseButton: true, closeButtonProps })
}

type ActionButton<Input, Body> = ButtonProps & {
  /** What the record allows: its `allowedActions`. The button is there only where they hold `action`. */
  readonly allowed?: readonly string[]
  readonly action?: string
  readonly label: string
  readonly doing: UseMutationResult<Body, Error, Input>
  readonly input: Input
  /** What is asked before it is done: what follows from it. Without it, it is done at once. */
  readonly confirm?: ReactNode
  /** Told when it was done. */
  readonly done?: string
  readonly then?: (body: Body) => void
}

/** A button that does one thing, once; asks first where `confirm` says what follows, and says why where it is refused. */
export function ActionButton<Input, Body>({ allowed, action, ...rest }: ActionButton<Input, Body>) {
  if (allowed && action && !allowed.includes(action)) return null
  return rest.confirm ? <ConfirmedActionButton {...rest} /> : <PlainActionButton {...rest} />
}

type Rest<Input, Body> = Omit<ActionButton<Input, Body>, 'allowed' | 'action'>

// What follows is told also where the button is gone by then, because the record allows something else now.
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
  /** What it shows is not shown again: only its buttons close it. */
  readonly isFirm?: boolean
  readonly children: ReactNode
}

// The head of a dialog is not the head of the page.
const attributes = { header: { role: 'none' } }

/** A question over the page. */
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

/** The answers to a question: Cancel, and what `children` are. */
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

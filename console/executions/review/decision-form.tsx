import { Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { DialogButtons } from '../../ui/action-button.tsx'
import type { Criterion } from '../criteria.tsx'
import type { Decision } from './decision-request.ts'
import type { ListedReport } from './review-state.ts'

export type DecisionDialogProps = {
  readonly report: ListedReport
  readonly criteria: readonly Criterion[]
  readonly failed: readonly string[]
  readonly close: () => void
  /** Sends the decision. Resolves to whether it succeeded; the entered text can then be cleared. */
  readonly decide: (decision: Decision) => Promise<boolean>
}

type FormProps = {
  readonly submit: () => void
  readonly close: () => void
  readonly label: string
  readonly color?: string
  readonly children: ReactNode
}

/** A form that Ctrl+Enter submits from any field. */
export function DecisionForm({ submit, close, label, color, children }: FormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <Stack gap="md">
        {children}
        <DialogButtons close={close}>
          <Button type="submit" color={color}>
            {label}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

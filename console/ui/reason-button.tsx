import { Button, type ButtonProps, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Answers, Dialog, notifyDone } from './action-button.tsx'
import { usePersistedForm } from './persisted-form.ts'
import { Refused } from './refused.tsx'

type Question<Body> = {
  /** Label of the action, such as Reject. */
  readonly label: string
  /** Name of the text member in the request. */
  readonly field: 'reason' | 'reference' | 'statement'
  readonly ask: string
  readonly about?: string
  /** Key under which the text is stored until it is submitted. */
  readonly persistKey: string
  readonly doing: UseMutationResult<Body, Error, string>
  readonly done: string
  readonly then?: (body: Body) => void
  /** Texts that can be inserted. */
  readonly templates?: readonly string[]
  readonly color?: string
  /** Explains the consequences. */
  readonly children?: ReactNode
}

type ReasonButton<Body> = Question<Body> & {
  readonly allowed?: readonly string[]
  readonly action?: string
  readonly button?: ButtonProps
}

/** A button for an action that requires a text. Shown only if `allowed` contains `action`. */
export function ReasonButton<Body>({ allowed, action, button, ...question }: ReasonButton<Body>) {
  const [isOpen, dialog] = useDisclosure()
  if (allowed && action && !allowed.includes(action)) return null
  return (
    <>
      <Button variant="default" {...button} onClick={dialog.open}>
        {question.label}
      </Button>
      <ReasonDialog {...question} isOpen={isOpen} close={dialog.close} />
    </>
  )
}

type Opened<Body> = Question<Body> & { readonly isOpen: boolean; readonly close: () => void }

/** The same dialog, opened by something else. */
export const ReasonDialog = <Body,>({ isOpen, ...question }: Opened<Body>) => (
  <Dialog title={question.label} isOpen={isOpen} close={question.close} size="lg">
    <ReasonForm {...question} />
  </Dialog>
)

function ReasonForm<Body>({ close, ...question }: Omit<Opened<Body>, 'isOpen'>) {
  const { field, persistKey, doing, label, color } = question
  const form = usePersistedForm<Record<string, unknown>>(persistKey, { [field]: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    doing.mutate(String(form.values[field]).trim(), {
      onSuccess: (body) => {
        form.forget()
        close()
        notifyDone(question.done)
        question.then?.(body)
      },
      onError: form.refuse,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {question.children && (
          <Text size="sm" component="div">
            {question.children}
          </Text>
        )}
        <Templates words={question.templates ?? []} fill={(words) => form.setFieldValue(field, words)} />
        <Words question={question} input={form.getInputProps(field)} />
        <Refused error={doing.error} />
        <Answers close={close}>
          <Button type="submit" loading={doing.isPending} {...(color ? { color } : {})}>
            {label}
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}

type WordsProps<Body> = { readonly question: Pick<Question<Body>, 'field' | 'ask' | 'about'>; readonly input: object }

function Words<Body>({ question: { field, ask, about }, input }: WordsProps<Body>) {
  const shared = {
    label: ask,
    required: true,
    dir: 'auto',
    'data-autofocus': true,
    ...(about ? { description: about } : {}),
  }
  if (field === 'reference') return <TextInput {...shared} {...input} />
  return <Textarea {...shared} {...input} autosize minRows={3} maxRows={12} />
}

type TemplatesProps = { readonly words: readonly string[]; readonly fill: (words: string) => void }

const Templates = ({ words, fill }: TemplatesProps) =>
  words.length === 0 ? null : (
    <Group gap={6}>
      {words.map((each) => (
        <Button key={each} variant="default" size="compact-sm" maw="100%" onClick={() => fill(each)} title={each}>
          <Text span inherit truncate dir="auto">
            {each}
          </Text>
        </Button>
      ))}
    </Group>
  )

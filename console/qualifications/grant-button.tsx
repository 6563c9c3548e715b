import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LocalTimeField } from '../ui/input/local-time-field.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { type NewGrants, type Qualification, type SideName, sides } from './sides.ts'

type Of = { readonly side: SideName; readonly qualification: Qualification }
type FormProps = Of & { readonly close: () => void }
type Values = { names: string; score: number | ''; expires: string; reason: string }

/** Grants a qualification to any number of executors: by their ids, or by a CSV file. */
export function GrantButton({ side, qualification }: Of) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!qualification.allowedActions.includes('Grant')) return null
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>Grant</Trans>
      </Button>
      <Dialog title={t`Grant qualification`} isOpen={isOpen} close={dialog.close} size="lg">
        <GrantForm side={side} qualification={qualification} close={dialog.close} />
      </Dialog>
    </>
  )
}

/** Returns the distinct ids in a text, separated by anything. */
const parseIds = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))]

function GrantForm({ side, qualification, close }: FormProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const form = usePersistedForm<Values>(`grants-${qualification.id}`, { names: '', score: '', expires: '', reason: '' })
  const granting = useApiMutation<NewGrants, Qualification>(['qualifications'], (grants, header) =>
    sides[side].grant(qualification.id, grants, header),
  )
  const { names, score, expires, reason } = form.values
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = {
      names: parseIds(names),
      score: score === '' ? null : Number(score),
      expiresAtUtc: expires || null,
      csv: file ? await file.text() : null,
      reason: reason || null,
    }
    granting.mutate(wanted, {
      onSuccess: () => {
        form.clearStored()
        close()
        notifySuccess(t`Qualification granted.`)
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <FileField file={file} setFile={setFile} hasScore={qualification.hasScore} />
        {file === null && <ByHand side={side} form={form} hasScore={qualification.hasScore} />}
        <TextInput label={t`Reason`} description={t`For the activity log.`} {...form.getInputProps('reason')} />
        <ErrorAlert error={granting.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={granting.isPending}>
            <Trans>Grant</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type FileProps = {
  readonly file: File | null
  readonly setFile: (file: File | null) => void
  readonly hasScore: boolean
}

function FileField({ file, setFile, hasScore }: FileProps) {
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <FileButton accept=".csv,text/csv" onChange={setFile}>
          {(props) => (
            <Button {...props} variant="default">
              <Trans>Choose CSV file</Trans>
            </Button>
          )}
        </FileButton>
        {file && (
          <Button variant="subtle" onClick={() => setFile(null)}>
            <Trans>Enter ids instead</Trans>
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" aria-live="polite">
        {file?.name ??
          (hasScore ? (
            <Trans>Columns: executorId, score, expiresAtUtc. All lines are granted, or none.</Trans>
          ) : (
            <Trans>Columns: executorId, expiresAtUtc. All lines are granted, or none.</Trans>
          ))}
      </Text>
    </Stack>
  )
}

type ByHandProps = {
  readonly side: SideName
  readonly form: ReturnType<typeof usePersistedForm<Values>>
  readonly hasScore: boolean
}

function ByHand({ side, form, hasScore }: ByHandProps) {
  const { t } = useLingui()
  const isOperator = side === 'operator'
  return (
    <>
      <Textarea
        label={isOperator ? t`Account ids` : t`Executor ids`}
        description={
          isOperator
            ? t`Separated by spaces, commas or new lines.`
            : t`As shown with their work: ex_…, separated by spaces, commas or new lines.`
        }
        required
        autosize
        minRows={2}
        maxRows={10}
        data-autofocus
        {...form.getInputProps('names')}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        <Plural value={parseIds(form.values.names).length} one="# executor" other="# executors" />
      </Text>
      {hasScore && (
        <NumberInput
          label={t`Score`}
          description={t`From 0 to 100.`}
          required
          min={0}
          max={100}
          allowDecimal={false}
          maw={200}
          {...form.getInputProps('score')}
        />
      )}
      <LocalTimeField
        label={t`Expires`}
        description={t`Leave empty for no end.`}
        maw={280}
        {...form.getInputProps('expires')}
      />
    </>
  )
}

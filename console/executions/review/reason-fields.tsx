import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useAccount } from '../../accounts/session.ts'
import type { PersistedForm } from '../../ui/persisted-form.ts'
import { TemplateButton } from '../../ui/reason-button.tsx'
import { reasonCodes, reasonLabels } from '../reasons.ts'

/** Templates of the most common reasons. */
const commonTemplates = [
  { code: 'ProofMismatch', text: msg`The proof does not show the required result.` },
  { code: 'ProofUnreadable', text: msg`The image is too small or too dark to read.` },
  { code: 'ProofReused', text: msg`This image was used in another submission before.` },
  { code: 'InstructionsNotFollowed', text: msg`A step of the instructions was skipped.` },
  { code: 'LowQuality', text: msg`The answer is too short to be useful.` },
] as const

type Template = { readonly code: string | null; readonly text: string }
export type ReasonValues = { reasonCode: string; reason: string }

type ReasonFieldsProps = {
  readonly form: PersistedForm<ReasonValues & Record<string, unknown>>
  readonly withCode?: boolean
}

/** The fields of a reason: its code, its text, and templates. */
export function ReasonFields({ form, withCode = true }: ReasonFieldsProps) {
  const { t, i18n } = useLingui()
  const apply = ({ code, text }: Template) =>
    form.setValues({ reason: text, ...(withCode && code ? { reasonCode: code } : {}) } as never)
  return (
    <Stack gap="sm">
      {withCode && (
        <NativeSelect
          label={t`Reason`}
          data={[
            { value: '', label: t`Choose a reason` },
            ...reasonCodes.map((value) => ({ value, label: i18n._(reasonLabels[value]) })),
          ]}
          required
          data-autofocus
          {...form.getInputProps('reasonCode')}
        />
      )}
      <Templates apply={apply} current={{ code: form.values.reasonCode || null, text: form.values.reason }} />
      <Textarea
        label={t`Message to the executor`}
        description={
          withCode
            ? t`Explain what did not meet the requirements. The executor sees this message.`
            : t`Explain what to change. The executor sees this message.`
        }
        autosize
        minRows={3}
        maxRows={10}
        required
        data-autofocus={!withCode || undefined}
        {...form.getInputProps('reason')}
      />
    </Stack>
  )
}

const savedMax = 12

type TemplatesProps = { readonly apply: (template: Template) => void; readonly current: Template }

/** Templates of the text: common ones, and the user's own, which are stored in this browser. */
function Templates({ apply, current }: TemplatesProps) {
  const { t, i18n } = useLingui()
  const { data: account } = useAccount()
  const [saved, setSaved] = useLocalStorage<readonly Template[]>({
    key: `reasons:${account?.id ?? 0}`,
    defaultValue: [],
  })
  const text = current.text.trim()
  const isNew = text.length >= 3 && !saved.some((template) => template.text === text)
  return (
    <Stack gap={4} role="group" aria-label={t`Templates`}>
      <Group gap={6}>
        {commonTemplates.map(({ code, text: message }) => (
          <TemplateButton key={code} text={i18n._(message)} apply={() => apply({ code, text: i18n._(message) })} />
        ))}
        {saved.map((template) => (
          <Group key={template.text} gap={0} wrap="nowrap">
            <TemplateButton text={template.text} apply={() => apply(template)} />
            <CloseButton
              size="sm"
              aria-label={t`Delete this template: ${template.text}`}
              onClick={() => setSaved(saved.filter((other) => other !== template))}
            />
          </Group>
        ))}
      </Group>
      {isNew && saved.length < savedMax && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setSaved([...saved, { code: current.code, text }])}
        >
          <Trans>Save as a template in this browser</Trans>
        </Button>
      )}
    </Stack>
  )
}

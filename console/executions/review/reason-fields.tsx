import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useAccount } from '../../accounts/session.ts'
import type { PersistedForm } from '../../ui/persisted-form.ts'
import { reasonCodes, reasonWords } from '../reasons.ts'

/** Templates of the most common reasons. */
const common = [
  { code: 'ProofMismatch', text: msg`The proof does not show the required result.` },
  { code: 'ProofUnreadable', text: msg`The image is too small or too dark to read.` },
  { code: 'ProofReused', text: msg`This image was used in other work before.` },
  { code: 'InstructionsNotFollowed', text: msg`A step of the instructions was skipped.` },
  { code: 'LowQuality', text: msg`The answer is too short to be useful.` },
] as const

type Template = { readonly code: string | null; readonly text: string }
export type Reasoned = { reasonCode: string | null; reason: string }

type ReasonFields = { readonly form: PersistedForm<Reasoned & Record<string, unknown>>; readonly withCode?: boolean }

/** The fields of a reason: its code, its text, and templates. */
export function ReasonFields({ form, withCode = true }: ReasonFields) {
  const { t, i18n } = useLingui()
  const fill = ({ code, text }: Template) =>
    form.setValues({ reason: text, ...(withCode && code ? { reasonCode: code } : {}) } as never)
  return (
    <Stack gap="sm">
      {withCode && (
        <Select
          label={t`Reason`}
          data={reasonCodes.map((value) => ({ value, label: i18n._(reasonWords[value]) }))}
          allowDeselect={false}
          {...form.getInputProps('reasonCode')}
        />
      )}
      <Templates fill={fill} now={{ code: form.values.reasonCode, text: form.values.reason }} />
      <Textarea
        label={t`Message to the executor`}
        description={t`Describe the problem and how to fix it.`}
        autosize
        minRows={3}
        maxRows={10}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </Stack>
  )
}

const ownMax = 12

type TemplatesProps = { readonly fill: (template: Template) => void; readonly now: Template }

/** Templates of the text: common ones, and the user's own, which are stored in this browser. */
function Templates({ fill, now }: TemplatesProps) {
  const { t, i18n } = useLingui()
  const { data: account } = useAccount()
  const [own, keep] = useLocalStorage<readonly Template[]>({ key: `reasons:${account?.id ?? 0}`, defaultValue: [] })
  const text = now.text.trim()
  const isNew = text.length >= 3 && !own.some((template) => template.text === text)
  return (
    <Stack gap={4} role="group" aria-label={t`Templates`}>
      <Group gap={6}>
        {common.map(({ code, text: words }) => (
          <TemplateButton key={code} text={i18n._(words)} fill={() => fill({ code, text: i18n._(words) })} />
        ))}
        {own.map((template) => (
          <Group key={template.text} gap={0} wrap="nowrap">
            <TemplateButton text={template.text} fill={() => fill(template)} />
            <CloseButton
              size="sm"
              aria-label={t`Delete this template: ${template.text}`}
              onClick={() => keep(own.filter((other) => other !== template))}
            />
          </Group>
        ))}
      </Group>
      {isNew && own.length < ownMax && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => keep([...own, { code: now.code, text }])}
        >
          <Trans>Save as a template in this browser</Trans>
        </Button>
      )}
    </Stack>
  )
}

const TemplateButton = ({ text, fill }: { readonly text: string; readonly fill: () => void }) => (
  <Button variant="default" size="compact-sm" maw={260} onClick={fill} title={text}>
    <Text span inherit truncate dir="auto">
      {text}
    </Text>
  </Button>
)

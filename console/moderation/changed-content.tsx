import { Trans, useLingui } from '@lingui/react/macro'
import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { A } from '../api.ts'
import { Time } from '../ui/formatted.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { isRecord } from '../ui/schema/schema.ts'
import { ChangedText } from './changed-text.tsx'

type Change = NonNullable<A['Offer']['pendingChange']>
type Content = Change['content']
type ChangedContentProps = { readonly change: Change; readonly current: Omit<Content, 'sourceLanguage'> }

/** Compares the requested change with the approved content of an active offer. */
export function ChangedContent({ change, current }: ChangedContentProps) {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    title: t`Title`,
    description: t`Instructions`,
    proofInstructions: t`Proof instructions`,
    acceptanceCriteria: t`Acceptance criteria`,
    details: t`Details`,
    translations: t`Translations`,
    page: t`Page for executors`,
  }
  return (
    <Card withBorder component="section" aria-label={t`Requested change`}>
      <Title order={3} size="h4">
        <Trans>Requested change</Trans>
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        <Trans>
          Requested <Time at={change.requestedAtUtc} />. Until it is approved, executors see the current content.
        </Trans>
      </Text>
      <Stack gap="md">
        {change.members.map((member) => (
          <div key={member}>
            <Text fw={600}>{names[member] ?? member}</Text>
            <Difference
              before={current[member as keyof typeof current]}
              after={change.content[member as keyof Content]}
            />
          </div>
        ))}
      </Stack>
    </Card>
  )
}

type DifferenceProps = { readonly before: unknown; readonly after: unknown }

/** Texts and criteria word by word; other values side by side. */
function Difference({ before, after }: DifferenceProps) {
  const { t } = useLingui()
  const texts = [textOf(before, t`required`), textOf(after, t`required`)] as const
  if (texts[0] !== undefined && texts[1] !== undefined)
    return (
      <Card withBorder padding="xs">
        <ChangedText before={texts[0]} after={texts[1]} />
      </Card>
    )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <ContentVersion label={t`Now`} value={before} />
      <ContentVersion label={t`Requested`} value={after} />
    </SimpleGrid>
  )
}

/** Returns a text, or criteria with one in each line; undefined for other values. */
function textOf(value: unknown, required: string): string | undefined {
  if (value === null || typeof value === 'string') return value ?? ''
  if (!Array.isArray(value)) return undefined
  return (value as Content['acceptanceCriteria'])
    .map((criterion) => (criterion.required ? `${criterion.text} (${required})` : criterion.text))
    .join('\n')
}

const ContentVersion = ({ label, value }: { readonly label: string; readonly value: unknown }) => (
  <Card withBorder padding="xs">
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Value value={value} />
  </Card>
)

function Value({ value }: { readonly value: unknown }) {
  if (isRecord(value) && Object.keys(value).length > 0) return <Answers details={value} />
  return (
    <Text size="sm" c="dimmed">
      <Trans>Empty</Trans>
    </Text>
  )
}

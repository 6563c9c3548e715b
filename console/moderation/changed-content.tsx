import { Trans, useLingui } from '@lingui/react/macro'
import { Card, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { A } from '../api.ts'
import { Time } from '../ui/formatted.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { isRecord } from '../ui/schema/schema.ts'
import { UserText } from '../ui/user-text.tsx'

type Change = NonNullable<A['Offer']['pendingChange']>
type Content = Change['content']
type ChangedContentProps = { readonly change: Change; readonly current: Omit<Content, 'sourceLanguage'> }

/** The current and the requested content of an active offer, side by side. */
export function ChangedContent({ change, current }: ChangedContentProps) {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    title: t`Title`,
    description: t`Instructions`,
    proofInstructions: t`Proof instructions`,
    acceptanceCriteria: t`Acceptance criteria`,
    details: t`Details`,
    translations: t`Translations`,
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
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <ContentVersion label={t`Now`} value={current[member as keyof typeof current]} />
              <ContentVersion label={t`Requested`} value={change.content[member as keyof Content]} />
            </SimpleGrid>
          </div>
        ))}
      </Stack>
    </Card>
  )
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
  if (Array.isArray(value) && value.length > 0)
    return (
      <List size="sm">
        {(value as Content['acceptanceCriteria']).map(({ id, text, required }) => (
          <List.Item key={id}>
            <UserText text={text} oneLine size="sm" /> {required && <Trans>(required)</Trans>}
          </List.Item>
        ))}
      </List>
    )
  if (isRecord(value) && Object.keys(value).length > 0) return <Answers details={value} />
  if (typeof value === 'string' && value !== '') return <UserText text={value} size="sm" />
  return (
    <Text size="sm" c="dimmed">
      <Trans>Empty</Trans>
    </Text>
  )
}

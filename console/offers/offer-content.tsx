import { Trans, useLingui } from '@lingui/react/macro'
import { List, Paper, Stack, Text } from '@mantine/core'
import type { A } from '../api.ts'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Section } from '../ui/page.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { splitSecret } from '../ui/schema/split-secret.ts'
import { Status } from '../ui/status.tsx'

type Content = Pick<
  A['AvailableOfferDetail'],
  'description' | 'details' | 'acceptanceCriteria' | 'proofInstructions' | 'contentLanguage'
>

type OfferContentProps = {
  readonly offer: Content
  /** The schema of the details, where they have members that executors do not see. */
  readonly schema?: unknown
  /** Whether these members are shown too, apart. */
  readonly showsSecret?: boolean
}

/** The instructions and the acceptance criteria of an offer. */
export function OfferContent({ offer, schema, showsSecret = false }: OfferContentProps) {
  const { t } = useLingui()
  const { shown, secret } = splitSecret(offer.details, schema)
  const hasDetails = Object.keys(shown).length > 0
  return (
    <>
      <Section title={t`Instructions`}>
        <Paper withBorder p="md" radius="md" lang={offer.contentLanguage}>
          <Stack gap="md">
            {offer.description && <Markdown text={offer.description} />}
            {hasDetails && <Answers details={shown} />}
            {!offer.description && !hasDetails && (
              <Text c="dimmed">
                <Trans>No further description.</Trans>
              </Text>
            )}
          </Stack>
        </Paper>
      </Section>
      <Section title={t`Acceptance criteria`}>
        <Paper withBorder p="md" radius="md" lang={offer.contentLanguage}>
          <Stack gap="md">
            <Criteria criteria={offer.acceptanceCriteria} />
            {offer.proofInstructions && (
              <div>
                <Text size="sm" c="dimmed">
                  <Trans>Required proof</Trans>
                </Text>
                <Markdown text={offer.proofInstructions} />
              </div>
            )}
          </Stack>
        </Paper>
      </Section>
      {showsSecret && Object.keys(secret).length > 0 && (
        <Section title={t`Not shown to executors`}>
          <Paper withBorder p="md" radius="md">
            <Answers details={secret} schema={schema} />
          </Paper>
        </Section>
      )}
    </>
  )
}

/** The required and optional acceptance criteria. */
function Criteria({ criteria }: { readonly criteria: Content['acceptanceCriteria'] }) {
  const { t } = useLingui()
  if (criteria.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No extra criteria.</Trans>
      </Text>
    )
  return (
    <List spacing={6} center={false}>
      {criteria.map(({ id, text, required }) => (
        <List.Item key={id}>
          <Markdown text={text} oneLine /> {required && <Status label={t`Required`} tone="active" />}
        </List.Item>
      ))}
    </List>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { List, Paper, Stack, Text } from '@mantine/core'
import type { A } from '../api.ts'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Section } from '../ui/page.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { Status } from '../ui/status.tsx'

type Content = Pick<
  A['AvailableOfferDetail'],
  'description' | 'details' | 'acceptanceCriteria' | 'proofInstructions' | 'contentLanguage'
>

/** The instructions and the acceptance criteria of an offer. */
export function OfferContent({ offer }: { readonly offer: Content }) {
  const { t } = useLingui()
  return (
    <>
      <Section title={t`Instructions`}>
        <Paper withBorder p="md" radius="md" lang={offer.contentLanguage}>
          <Stack gap="md">
            {offer.description && <Markdown text={offer.description} />}
            {Object.keys(offer.details).length > 0 && <Answers details={offer.details} />}
            {!offer.description && Object.keys(offer.details).length === 0 && (
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

import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Card, Group, SegmentedControl, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { Markdown } from '../ui/markdown/markdown.tsx'

export type Criterion = { readonly id: string; readonly text: string; readonly required: boolean }
/** The checked criteria: met, failed, or unset if not checked yet. */
export type CriteriaResults = Readonly<Record<string, 'met' | 'failed' | undefined>>

export const failedOf = (results: CriteriaResults): string[] =>
  Object.keys(results).filter((id) => results[id] === 'failed')

type CriteriaProps = {
  readonly criteria: readonly Criterion[]
  readonly results: CriteriaResults
  readonly setResults: (results: CriteriaResults) => void
}

/** The acceptance criteria as a checklist. Failed ones are sent only with a rejection. */
export function Criteria({ criteria, results, setResults }: CriteriaProps) {
  const { t } = useLingui()
  if (criteria.length === 0) return null
  return (
    <Card withBorder padding="sm" component="section" aria-label={t`Criteria`}>
      <Title order={3} mb="xs">
        <Trans>Criteria</Trans>
      </Title>
      <Stack gap="sm">
        {criteria.map((criterion) => (
          <Stack key={criterion.id} gap={4}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Text size="sm" flex={1} component="div">
                <Markdown text={criterion.text} oneLine />
              </Text>
              {criterion.required && (
                <Badge size="sm" variant="light" tt="none" className="status">
                  <Trans>required</Trans>
                </Badge>
              )}
            </Group>
            <SegmentedControl
              size="xs"
              aria-label={criterion.text}
              value={results[criterion.id] ?? ''}
              onChange={(value) =>
                setResults({ ...results, [criterion.id]: value === '' ? undefined : value } as CriteriaResults)
              }
              data={[
                {
                  value: '',
                  label: (
                    <>
                      –<VisuallyHidden>{t`Not checked`}</VisuallyHidden>
                    </>
                  ),
                },
                { value: 'met', label: t`Met` },
                { value: 'failed', label: t`Not met` },
              ]}
            />
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}

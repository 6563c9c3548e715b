import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Card, Group, SegmentedControl, Stack, Title, VisuallyHidden } from '@mantine/core'
import { UserText } from '../ui/user-text.tsx'

export type Criterion = { readonly id: string; readonly text: string; readonly required: boolean }
/** What somebody ticked off: met, not met, or not looked at yet. */
export type Judged = Readonly<Record<string, 'met' | 'failed' | undefined>>

export const failedOf = (judged: Judged): string[] => Object.keys(judged).filter((id) => judged[id] === 'failed')

type CriteriaProps = {
  readonly criteria: readonly Criterion[]
  readonly judged: Judged
  readonly judge: (judged: Judged) => void
}

/** What a result must fulfil, to be ticked off one by one; nothing of it is sent before a rejection is. */
export function Criteria({ criteria, judged, judge }: CriteriaProps) {
  const { t } = useLingui()
  if (criteria.length === 0) return null
  return (
    <Card withBorder component="section" aria-label={t`Criteria`}>
      <Title order={3} mb="xs">
        <Trans>Criteria</Trans>
      </Title>
      <Stack gap="sm">
        {criteria.map((criterion) => (
          <Stack key={criterion.id} gap={4}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <UserText text={criterion.text} size="sm" flex={1} />
              {criterion.required && (
                <Badge size="sm" variant="light" tt="none" className="status">
                  <Trans>required</Trans>
                </Badge>
              )}
            </Group>
            <SegmentedControl
              size="xs"
              aria-label={criterion.text}
              value={judged[criterion.id] ?? ''}
              onChange={(value) => judge({ ...judged, [criterion.id]: value === '' ? undefined : value } as Judged)}
              data={[
                {
                  value: '',
                  label: (
                    <>
                      –<VisuallyHidden>{t`Not looked at`}</VisuallyHidden>
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

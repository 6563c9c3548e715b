import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Section } from '../../ui/page.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { SanctionText } from './sanction-card.tsx'
import { SanctionStatus, sanctionCodeLabels, sanctionKindLabels } from './sanction-labels.tsx'

type Sanction = A['Sanction']

/** The user's sanctions and their reasons; renders nothing if there are none. */
export function OwnSanctions() {
  const { t } = useLingui()
  const { data } = useQuery(
    apiQuery(['sanctions'], (signal) => groupA.GET('/api/account/sanctions', { params: { query: {} }, signal })),
  )
  if (!data || data.items.length === 0) return null
  return (
    <Section
      title={t`Restrictions`}
      description={t`Operators' decisions about your account. You can appeal each one once; another operator answers.`}
    >
      <Stack gap="md">
        {data.items.map((sanction) => (
          <OwnSanction key={sanction.id} sanction={sanction} />
        ))}
      </Stack>
    </Section>
  )
}

function OwnSanction({ sanction }: { readonly sanction: Sanction }) {
  const kind = useLabels(sanctionKindLabels)
  const code = useLabels(sanctionCodeLabels)
  const { id, createdAtUtc, endsAtUtc, appeal, appealedAtUtc, answer, answeredAtUtc } = sanction
  return (
    <Card withBorder component="article">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={3}>{kind(sanction.kind)}</Title>
          <SanctionStatus status={sanction.status} />
        </Group>
        <Text size="sm" c="dimmed">
          {endsAtUtc ? (
            <Trans>
              From <Time at={createdAtUtc} isExact /> until <Time at={endsAtUtc} isExact />
            </Trans>
          ) : (
            <Trans>
              From <Time at={createdAtUtc} isExact /> until lifted
            </Trans>
          )}
        </Text>
        <div>
          <Text fw={600}>{code(sanction.code)}</Text>
          <UserText text={sanction.reason} />
        </div>
        {appeal !== null && <SanctionText title={<Trans>Your appeal</Trans>} text={appeal} at={appealedAtUtc} />}
        {answer !== null && <SanctionText title={<Trans>Answer</Trans>} text={answer} at={answeredAtUtc} />}
        {sanction.allowedActions.includes('Appeal') && <AppealButton id={id} />}
      </Stack>
    </Card>
  )
}

function AppealButton({ id }: { readonly id: number }) {
  const { t } = useLingui()
  const appealMutation = useApiMutation<string, Sanction>(['sanctions'], (statement, header) =>
    groupA.POST('/api/account/sanctions/{id}/appeal', { params: { path: { id }, header }, body: { statement } }),
  )
  return (
    <Group>
      <ReasonButton
        field="statement"
        label={t({ message: 'Appeal', context: 'button' })}
        fieldLabel={t`Why it is wrong`}
        description={t`An operator will read it. You can appeal only once, so include everything.`}
        persistKey={`sanction-appeal-${id}`}
        mutation={appealMutation}
        successMessage={t`Appeal submitted. We will notify you of the decision.`}
      />
    </Group>
  )
}

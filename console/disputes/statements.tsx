import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { Countdown, Time } from '../ui/figures.tsx'
import { Written } from '../ui/written.tsx'

type Spoken = {
  readonly status: string
  readonly statement: string
  readonly openedAtUtc: string
  readonly respondByUtc: string
  readonly answer: string | null
  readonly answeredAtUtc: string | null
}

/** What both sides say, side by side. */
export function Statements({ dispute, order = 3 }: { readonly dispute: Spoken; readonly order?: 2 | 3 }) {
  const { t } = useLingui()
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Said title={t`The executor says`} text={dispute.statement} at={dispute.openedAtUtc} order={order} />
      {dispute.answer === null ? (
        <Unanswered dispute={dispute} order={order} />
      ) : (
        <Said title={t`The advertiser says`} text={dispute.answer} at={dispute.answeredAtUtc} order={order} />
      )}
    </SimpleGrid>
  )
}

type SaidProps = {
  readonly title: string
  readonly text: string
  readonly at: string | null
  readonly order: 2 | 3
}

export const Said = ({ title, text, at, order }: SaidProps) => (
  <Card withBorder component="section" aria-label={title}>
    <Group justify="space-between" gap="xs" mb={4}>
      <Title order={order} size="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        <Time at={at} />
      </Text>
    </Group>
    <Written text={text} />
  </Card>
)

function Unanswered({ dispute, order }: { readonly dispute: Spoken; readonly order: 2 | 3 }) {
  const { t } = useLingui()
  return (
    <Card withBorder component="section" aria-label={t`The advertiser`}>
      <Title order={order} size="h3" mb={4}>
        <Trans>The advertiser</Trans>
      </Title>
      <Text c="dimmed">
        {dispute.status === 'Open' ? (
          <Trans>
            has <Countdown until={dispute.respondByUtc} /> left to answer.
          </Trans>
        ) : (
          <Trans>has not answered.</Trans>
        )}
      </Text>
    </Card>
  )
}

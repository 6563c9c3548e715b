import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { Countdown, Time } from '../ui/formatted.tsx'
import { UserText } from '../ui/user-text.tsx'

type Spoken = {
  readonly status: string
  readonly statement: string
  readonly openedAtUtc: string
  readonly respondByUtc: string
  readonly answer: string | null
  readonly answeredAtUtc: string | null
}

type StatementsProps = {
  readonly dispute: Spoken
  readonly order?: 2 | 3
  /** Whether the reader is the advertiser. */
  readonly isOwn?: boolean
}

/** The statements of both parties, side by side. */
export function Statements({ dispute, order = 3, isOwn = false }: StatementsProps) {
  const { t } = useLingui()
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Said title={t`Executor's statement`} text={dispute.statement} at={dispute.openedAtUtc} order={order} />
      {dispute.answer === null ? (
        <Unanswered dispute={dispute} order={order} isOwn={isOwn} />
      ) : (
        <Said
          title={isOwn ? t`Your statement` : t`Advertiser's statement`}
          text={dispute.answer}
          at={dispute.answeredAtUtc}
          order={order}
        />
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
  <Card withBorder>
    <Group justify="space-between" gap="xs" mb={4}>
      <Title order={order} size="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        <Time at={at} />
      </Text>
    </Group>
    <UserText text={text} />
  </Card>
)

function Unanswered({ dispute, order = 3, isOwn = false }: StatementsProps) {
  const { t } = useLingui()
  const title = isOwn ? t`You` : t`The advertiser`
  return (
    <Card withBorder>
      <Title order={order} size="h3" mb={4}>
        {title}
      </Title>
      <Text c="dimmed">
        <Silence dispute={dispute} isOwn={isOwn} />
      </Text>
    </Card>
  )
}

function Silence({ dispute, isOwn }: { readonly dispute: Spoken; readonly isOwn: boolean }) {
  const left = <Countdown until={dispute.respondByUtc} />
  if (dispute.status === 'Open')
    return isOwn ? <Trans>have {left} left to answer.</Trans> : <Trans>has {left} left to answer.</Trans>
  return isOwn ? <Trans>did not answer.</Trans> : <Trans>did not answer.</Trans>
}

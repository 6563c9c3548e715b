import { useLingui } from '@lingui/react/macro'
import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Proof } from '../executions/proof.ts'
import { ProofView } from '../executions/proof-view.tsx'
import { reasonLabels } from '../executions/reasons.ts'
import { Time } from '../ui/formatted.tsx'
import { useLabels } from '../ui/labels.ts'
import { UserText } from '../ui/user-text.tsx'

type Rejection = {
  readonly reasonCode: string | null
  readonly reason: string | null
  readonly comment: string | null
  readonly decidedAtUtc: string
}

type DisputeStatements = {
  readonly rejection: Rejection | null
  readonly status: string
  readonly statement: string
  readonly attachments?: readonly Proof[]
  readonly openedAtUtc: string
  readonly answer: string | null
  readonly answeredAtUtc: string | null
}

type StatementsProps = {
  readonly dispute: DisputeStatements
  /** The party that reads; none for operators. */
  readonly reader?: 'Executor' | 'Advertiser'
  /** Whether the statements are one below the other. */
  readonly isNarrow?: boolean
}

/** The disputed rejection, and the statements of both parties side by side. */
export function Statements({ dispute, reader, isNarrow = false }: StatementsProps) {
  const { t } = useLingui()
  const executorTitle = reader === 'Executor' ? t`Your statement` : t`Executor's statement`
  const answerTitle = reader === 'Advertiser' ? t`Your statement` : t`Advertiser's statement`
  return (
    <SimpleGrid cols={{ base: 1, md: isNarrow ? 1 : dispute.rejection ? 3 : 2 }}>
      {dispute.rejection && <RejectionCard rejection={dispute.rejection} />}
      <StatementCard title={executorTitle} text={dispute.statement} at={dispute.openedAtUtc}>
        {dispute.attachments && <ProofView proofs={dispute.attachments} />}
      </StatementCard>
      {dispute.answer === null ? (
        <Card withBorder>
          <Title order={3} mb={4}>
            {answerTitle}
          </Title>
          <Text c="dimmed">{dispute.status === 'Open' ? t`No answer yet.` : t`No answer.`}</Text>
        </Card>
      ) : (
        <StatementCard title={answerTitle} text={dispute.answer} at={dispute.answeredAtUtc} />
      )}
    </SimpleGrid>
  )
}

function RejectionCard({ rejection }: { readonly rejection: Rejection }) {
  const { t } = useLingui()
  const label = useLabels(reasonLabels)
  return (
    <StatementCard title={t`Rejection`} text={rejection.reason} at={rejection.decidedAtUtc}>
      {rejection.reasonCode && <Text fw={600}>{label(rejection.reasonCode)}</Text>}
      {rejection.comment && rejection.comment !== rejection.reason && <UserText text={rejection.comment} />}
    </StatementCard>
  )
}

type StatementCardProps = {
  readonly title: string
  readonly text: string | null
  readonly at: string | null
  readonly children?: ReactNode
}
export const StatementCard = ({ title, text, at, children }: StatementCardProps) => (
  <Card withBorder>
    <Group justify="space-between" gap="xs" mb={4}>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed">
        <Time at={at} />
      </Text>
    </Group>
    {children}
    <UserText text={text} />
  </Card>
)

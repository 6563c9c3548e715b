import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { Time } from '../../ui/formatted.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { useWords } from '../../ui/words.ts'
import { AccountLink } from '../account-link.tsx'
import { SanctionStatus, sanctionCodes, sanctionKinds } from './sanction-words.tsx'

type Sanction = A['Sanction']

/** A sanction with its appeal and the answer. */
export function SanctionCard({ of }: { readonly of: Sanction }) {
  const kind = useWords(sanctionKinds)
  const code = useWords(sanctionCodes)
  return (
    <Card withBorder component="article">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {kind(of.kind)}
          </Title>
          <SanctionStatus status={of.status} />
        </Group>
        <Group gap="md" fz="sm" c="dimmed">
          <AccountLink id={of.accountId} />
          <span>
            <Trans>
              since <Time at={of.createdAtUtc} />
            </Trans>
          </span>
          <span>
            {of.endsAtUtc ? (
              <Trans>
                until <Time at={of.endsAtUtc} />
              </Trans>
            ) : (
              <Trans>until lifted</Trans>
            )}
          </span>
        </Group>
        <div>
          <Text fw={600}>{code(of.code)}</Text>
          <UserText text={of.reason} />
        </div>
        <Appeal of={of} />
        <SanctionActs of={of} />
      </Stack>
    </Card>
  )
}

function Appeal({ of }: { readonly of: Sanction }) {
  if (of.appeal === null && of.answer === null) return null
  return (
    <Stack gap="xs">
      {of.appeal !== null && (
        <Said title={<Trans>Statement of the account holder</Trans>} text={of.appeal} at={of.appealedAtUtc} />
      )}
      {of.answer !== null && <Said title={<Trans>Answer</Trans>} text={of.answer} at={of.answeredAtUtc} />}
    </Stack>
  )
}

type SaidProps = { readonly title: ReactNode; readonly text: string; readonly at: string | null }

const Said = ({ title, text, at }: SaidProps) => (
  <div>
    <Text size="sm" c="dimmed">
      {title}, <Time at={at} />
    </Text>
    <UserText text={text} />
  </div>
)

const changed = ['accounts', 'audit']

function SanctionActs({ of: { id, allowedActions } }: { readonly of: Sanction }) {
  const { t } = useLingui()
  const uphold = useAction<string, Sanction>(changed, (reason, header) =>
    groupA.POST('/api/operator/sanctions/{id}/uphold', { params: { path: { id }, header }, body: { reason } }),
  )
  const lift = useAction<string, Sanction>(changed, (reason, header) =>
    groupA.POST('/api/operator/sanctions/{id}/lift', { params: { path: { id }, header }, body: { reason } }),
  )
  const shared = {
    allowed: allowedActions,
    field: 'reason',
    ask: t`Reason`,
    about: t`The account holder will see it.`,
  } as const
  return (
    <Group gap="xs">
      <ReasonButton
        {...shared}
        action="Lift"
        label={t`Lift`}
        persistKey={`sanction-lift-${id}`}
        doing={lift}
        done={t`Sanction lifted.`}
      />
      <ReasonButton
        {...shared}
        action="Uphold"
        label={t`Uphold`}
        color="red"
        persistKey={`sanction-uphold-${id}`}
        doing={uphold}
        done={t`Appeal rejected. The sanction stays in force.`}
      >
        <Trans>The sanction stays in force. The account cannot appeal again.</Trans>
      </ReasonButton>
    </Group>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { AccountLink } from '../account-link.tsx'
import { SanctionStatus, sanctionCodeLabels, sanctionKindLabels } from './sanction-labels.tsx'

type Sanction = A['Sanction']

/** A sanction with its appeal and the answer. */
export function SanctionCard({ of }: { readonly of: Sanction }) {
  const kind = useLabels(sanctionKindLabels)
  const code = useLabels(sanctionCodeLabels)
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
          <AccountLink id={of.accountId} email={of.email} />
          <span>
            <Trans>
              since <Time at={of.createdAtUtc} isExact />
            </Trans>
          </span>
          <span>
            {of.endsAtUtc ? (
              <Trans>
                until <Time at={of.endsAtUtc} isExact />
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
        <SanctionActions of={of} />
      </Stack>
    </Card>
  )
}

function Appeal({ of }: { readonly of: Sanction }) {
  if (of.appeal === null && of.answer === null) return null
  return (
    <Stack gap="xs">
      {of.appeal !== null && <SanctionText title={<Trans>Appeal</Trans>} text={of.appeal} at={of.appealedAtUtc} />}
      {of.answer !== null && <SanctionText title={<Trans>Answer</Trans>} text={of.answer} at={of.answeredAtUtc} />}
    </Stack>
  )
}

type SanctionTextProps = { readonly title: ReactNode; readonly text: string; readonly at: string | null }

/** The text of an appeal or of its answer. */
export const SanctionText = ({ title, text, at }: SanctionTextProps) => (
  <div>
    <Text size="sm" c="dimmed">
      {title}, <Time at={at} />
    </Text>
    <UserText text={text} />
  </div>
)

const changedNouns = ['accounts', 'audit']

function SanctionActions({ of: { id, allowedActions } }: { readonly of: Sanction }) {
  const { t } = useLingui()
  const uphold = useApiMutation<string, Sanction>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/sanctions/{id}/uphold', { params: { path: { id }, header }, body: { reason } }),
  )
  const lift = useApiMutation<string, Sanction | A['OperatorRequest']>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/sanctions/{id}/lift', { params: { path: { id }, header }, body: { reason } }),
  )
  const common = {
    allowed: allowedActions,
    field: 'reason',
    fieldLabel: t`Reason`,
    description: t`The account holder will see it.`,
  } as const
  return (
    <Group gap="xs">
      <ReasonButton
        {...common}
        action="Lift"
        label={t`Lift`}
        persistKey={`sanction-lift-${id}`}
        mutation={lift}
        successMessage={t`Sanction lifted. That of an operator is lifted once another operator approves.`}
      />
      <ReasonButton
        {...common}
        action="Uphold"
        label={t`Uphold`}
        color="red"
        persistKey={`sanction-uphold-${id}`}
        mutation={uphold}
        successMessage={t`Appeal rejected. The sanction stays in force.`}
      >
        <Trans>The sanction stays in force. The account cannot appeal again.</Trans>
      </ReasonButton>
    </Group>
  )
}

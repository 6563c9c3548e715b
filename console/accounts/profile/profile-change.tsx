import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { ProfileFacts } from '../account-facts.tsx'
import type { Account } from '../session.ts'

type Profile = NonNullable<Account['profile']>
type PendingChange = NonNullable<Profile['pendingChange']>

/** Returns the profile after the change. */
const profileAfter = (
  profile: Profile,
  { requestedAtUtc: _, appliesAtUtc: __, ...members }: PendingChange,
): Profile => ({
  ...profile,
  ...members,
})

/** The pending change of one's profile, with a button that cancels it. */
export function OwnProfileChange({ profile }: { readonly profile: Profile }) {
  const { t } = useLingui()
  const cancel = useApiMutation(['account'], (_: undefined, header) =>
    groupA.DELETE('/api/account/profile-change', { params: { header } }),
  )
  const { pendingChange } = profile
  if (!pendingChange) return null
  return (
    <Alert color="yellow" role="status" title={<Trans>Profile change pending</Trans>}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>
            You have reserved tasks with this profile, so the change takes effect on{' '}
            <Time at={pendingChange.appliesAtUtc} isExact /> or when an operator approves it. Active reservations are
            not affected.
          </Trans>
        </Text>
        <dl className="facts">
          <ProfileFacts of={profileAfter(profile, pendingChange)} />
        </dl>
        <ActionButton
          label={t`Cancel the change`}
          color="red"
          mutation={cancel}
          input={undefined}
          successMessage={t`Cancelled`}
          variant="default"
          size="compact-md"
        />
      </Stack>
    </Alert>
  )
}

/** The same for operators, with buttons to approve or reject it. */
export function DecideProfileChange({ of }: { readonly of: A['ManagedAccount'] }) {
  const { t } = useLingui()
  const path = { accountId: of.id }
  const read = { requestedAtUtc: of.profile?.pendingChange?.requestedAtUtc ?? null }
  const approve = useApiMutation(['accounts'], (_: undefined, header) =>
    groupA.POST('/api/operator/accounts/{accountId}/profile-change/approve', { params: { path, header }, body: read }),
  )
  const reject = useApiMutation(['accounts'], (reason: string, header) =>
    groupA.POST('/api/operator/accounts/{accountId}/profile-change/reject', {
      params: { path, header },
      body: { reason, ...read },
    }),
  )
  const { profile } = of
  if (!profile?.pendingChange) return null
  return (
    <Alert color="yellow" role="status" title={<Trans>Profile change pending</Trans>}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>
            It takes effect on <Time at={profile.pendingChange.appliesAtUtc} isExact /> unless you decide sooner.
          </Trans>
        </Text>
        <dl className="facts">
          <ProfileFacts of={profileAfter(profile, profile.pendingChange)} />
        </dl>
        <Group gap="xs">
          <ActionButton
            label={t`Approve`}
            mutation={approve}
            input={undefined}
            successMessage={t`Approved`}
            variant="default"
          />
          <ReasonButton
            label={t`Reject`}
            color="red"
            field="reason"
            fieldLabel={t`Reason`}
            persistKey={`profile-change-${of.id}`}
            mutation={reject}
            successMessage={t`Rejected`}
          />
        </Group>
      </Stack>
    </Alert>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { ProfileFacts } from '../account-facts.tsx'
import type { Account } from '../session.ts'

type Profile = NonNullable<Account['profile']>
type Pending = NonNullable<Profile['pendingChange']>

/** Returns the profile after the change. */
const changed = (profile: Profile, { requestedAtUtc: _, appliesAtUtc: __, ...members }: Pending): Profile => ({
  ...profile,
  ...members,
})

/** The pending change of one's profile, with a button that cancels it. */
export function OwnProfileChange({ profile }: { readonly profile: Profile }) {
  const { t } = useLingui()
  const cancelling = useAction(['account'], (_: undefined, header) =>
    groupA.DELETE('/api/account/profile-change', { params: { header } }),
  )
  const { pendingChange } = profile
  if (!pendingChange) return null
  return (
    <Alert color="yellow" role="status" title={<Trans>Profile change pending</Trans>}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>
            You have reserved offers with this profile, so the change takes effect on{' '}
            <Time at={pendingChange.appliesAtUtc} /> or when an operator approves it. Active reservations are not
            affected.
          </Trans>
        </Text>
        <dl className="facts">
          <ProfileFacts of={changed(profile, pendingChange)} />
        </dl>
        <ActionButton
          label={t`Cancel the change`}
          doing={cancelling}
          input={undefined}
          done={t`Cancelled`}
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
  const approving = useAction(['accounts'], (_: undefined, header) =>
    groupA.POST('/api/operator/accounts/{accountId}/profile-change/approve', { params: { path, header } }),
  )
  const rejecting = useAction(['accounts'], (reason: string, header) =>
    groupA.POST('/api/operator/accounts/{accountId}/profile-change/reject', {
      params: { path, header },
      body: { reason },
    }),
  )
  const { profile } = of
  if (!profile?.pendingChange) return null
  return (
    <Alert color="yellow" role="status" title={<Trans>Profile change pending</Trans>}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>
            It takes effect on <Time at={profile.pendingChange.appliesAtUtc} /> unless you decide sooner.
          </Trans>
        </Text>
        <dl className="facts">
          <ProfileFacts of={changed(profile, profile.pendingChange)} />
        </dl>
        <Group gap="xs">
          <ActionButton label={t`Approve`} doing={approving} input={undefined} done={t`Approved`} variant="default" />
          <ReasonButton
            label={t`Reject`}
            field="reason"
            ask={t`Reason`}
            persistKey={`profile-change-${of.id}`}
            doing={rejecting}
            done={t`Rejected`}
          />
        </Group>
      </Stack>
    </Alert>
  )
}

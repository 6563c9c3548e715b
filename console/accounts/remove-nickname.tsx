import { Trans, useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ReasonButton } from '../ui/reason-button.tsx'
import { escapeHidden } from '../ui/user-text.tsx'

type Account = A['ManagedAccount']

/** Removes an offensive or misleading nickname. */
export function RemoveNickname({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  const mutation = useApiMutation<string, Account>(['accounts'], (reason, header) =>
    groupA.POST('/api/operator/accounts/{accountId}/nickname/remove', {
      params: { path: { accountId: account.id }, header },
      body: { reason },
    }),
  )
  const nickname = escapeHidden(account.profile?.nickname ?? '')
  return (
    <ReasonButton
      allowed={account.allowedActions}
      action="RemoveNickname"
      label={t`Remove nickname`}
      field="reason"
      fieldLabel={t`Reason`}
      persistKey={`remove-nickname-${account.id}`}
      mutation={mutation}
      successMessage={t`Nickname removed.`}
    >
      <Trans>
        Advertisers will see a number instead of <bdi>{nickname}</bdi>. The account cannot choose this name again.
      </Trans>
    </ReasonButton>
  )
}

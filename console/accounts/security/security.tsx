import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { sessionQuery } from './calls.ts'
import { EmailChange } from './email-change.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordChange } from './password-change.tsx'
import { SecondFactor } from './second-factor.tsx'

/** Sign-in methods and sessions. */
export function SecurityPage() {
  const { t } = useLingui()
  const query = useQuery(sessionQuery)
  return (
    <Page title={t`Security`} description={t`Sign-in methods and active sessions.`}>
      <QueryContent query={query}>
        {({ session, user }) => (
          <>
            <EmailChange />
            <SecondFactor isEnabled={user.twoFactorEnabled} />
            <Passkeys />
            <PasswordChange email={user.email} />
            <OwnSessions currentId={session.id} />
          </>
        )}
      </QueryContent>
    </Page>
  )
}

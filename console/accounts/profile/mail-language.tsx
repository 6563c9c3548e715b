import { useLingui } from '@lingui/react/macro'
import { Card, Select } from '@mantine/core'
import { groupA } from '../../api.ts'
import { languages } from '../../language.ts'
import { useAction } from '../../queries.ts'
import { notifyDone } from '../../ui/action-button.tsx'
import { Part } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { languageName } from '../language-names.ts'
import type { Account } from '../session.ts'

/** Language of the mails; each is listed under its own name. */
export function MailLanguage({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  const change = useAction(['account'], (language: string, header) =>
    groupA.PATCH('/api/account', { params: { header }, body: { language } }),
  )
  const choices = [...new Set<string>([...languages, account.language])]
  return (
    <Part title={t`E-mails`}>
      <Card withBorder padding="md">
        <Select
          label={t`E-mail language`}
          description={t`Choose the language of these pages in the menu at the top.`}
          data={choices.map((tag) => ({ value: tag, label: languageName(tag, tag) }))}
          value={account.language}
          disabled={change.isPending || !account.allowedActions.includes('Change')}
          allowDeselect={false}
          maw={360}
          onChange={(tag) => tag && change.mutate(tag, { onSuccess: () => notifyDone(t`Saved.`) })}
        />
        <Refused error={change.error} />
      </Card>
    </Part>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Card, Select } from '@mantine/core'
import { groupA } from '../../api.ts'
import { languages } from '../../language.ts'
import { useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Section } from '../../ui/page.tsx'
import { languageName } from '../language-names.ts'
import type { Account } from '../session.ts'

/** Language of the mails; each is listed under its own name. */
export function MailLanguage({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  const mutation = useApiMutation(['account'], (language: string, header) =>
    groupA.PATCH('/api/account', { params: { header }, body: { language } }),
  )
  const tags = [...new Set<string>([...languages, account.language])]
  return (
    <Section title={t`E-mails`}>
      <Card withBorder padding="md">
        <Select
          label={t`E-mail language`}
          description={t`Choose the language of these pages in the menu at the top.`}
          data={tags.map((tag) => ({ value: tag, label: languageName(tag, tag) }))}
          value={account.language}
          disabled={mutation.isPending || !account.allowedActions.includes('Change')}
          allowDeselect={false}
          maw={360}
          onChange={(tag) => tag && mutation.mutate(tag, { onSuccess: () => notifySuccess(t`Saved.`) })}
        />
        <ErrorAlert error={mutation.error} />
      </Card>
    </Section>
  )
}

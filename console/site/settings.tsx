import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type A, ApiError, groupA } from '../api.ts'
import { apiQuery, queryClient, useApiMutation } from '../queries.ts'
import { notifySuccess } from '../ui/action-button.tsx'
import { changeBrandName } from '../ui/brand.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Time } from '../ui/formatted.tsx'
import { Page } from '../ui/page.tsx'
import { hasStoredInput, usePersistedForm } from '../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { BrandFields } from './brand-fields.tsx'
import { Environment } from './environment.tsx'
import { PayDaysFields } from './pay-days-fields.tsx'
import { formOf, type SiteForm, siteOf, type TextName } from './site-form.ts'
import { TextEditor } from './text-editor.tsx'

const route = getRouteApi('/operator/settings')
const persistKey = 'site'

/** The name, texts and bank details of the marketplace, and what its server's environment decides. */
export function SiteSettings() {
  const { t } = useLingui()
  const query = useQuery({
    ...apiQuery(['site', 'settings'], (signal) => groupA.GET('/api/operator/site', { signal })),
    refetchOnWindowFocus: false,
  })
  const [isOvertaken, setOvertaken] = useState(false)
  return (
    <Page
      title={t`Marketplace settings`}
      description={t`Visitors see changes within two minutes. The audit log names who made them.`}
    >
      {isOvertaken && (
        <Alert color="yellow" role="alert" title={t`Another operator has changed the settings`}>
          <Trans>Your changes are kept. Review them, then save.</Trans>
        </Alert>
      )}
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={4} height={72} />}>
        {(site) => <Editor key={site.version} site={site} setOvertaken={setOvertaken} />}
      </QueryContent>
    </Page>
  )
}

type EditorProps = { readonly site: A['Site']; readonly setOvertaken: (isOvertaken: boolean) => void }

function useSaving({ site, setOvertaken }: EditorProps) {
  const { t } = useLingui()
  const form = usePersistedForm<SiteForm>(persistKey, formOf(site), { storesAll: false })
  const mutation = useApiMutation(['site', 'audit', 'payments'], (body: ReturnType<typeof siteOf>, header) =>
    groupA.PUT('/api/operator/site', { params: { header: { ...header, 'If-Match': `"${site.version}"` } }, body }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(siteOf(form.values), {
      onSuccess: ({ brandName, accentColor, logo }) => {
        form.clearStored()
        setOvertaken(false)
        changeBrandName(brandName ?? 'Task Marketplace')
        const isLookChanged = accentColor !== site.accentColor || logo !== site.logo
        notifySuccess(isLookChanged ? t`Settings saved. Reload the page to see the new look.` : t`Settings saved.`)
      },
      onError: (error) => {
        form.showErrors(error)
        if (!(error instanceof ApiError && error.code === 'version_conflict')) return
        setOvertaken(true)
        void queryClient.invalidateQueries({ queryKey: ['site', 'settings'] })
      },
    })
  }
  return { form, mutation, submit }
}

function Editor({ site, setOvertaken }: EditorProps) {
  const { t } = useLingui()
  const { part = 'general' } = route.useSearch()
  const navigate = route.useNavigate()
  const { form, mutation, submit } = useSaving({ site, setOvertaken })
  const isChanged = hasStoredInput(persistKey)
  const discard = () => {
    form.setValues(formOf(site))
    form.clearStored()
    mutation.reset()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Tabs value={part} onChange={(next) => void navigate({ search: () => ({ part: next ?? 'general' }) as never })}>
          <Tabs.List mb="md">
            <Tabs.Tab value="general">{t`General`}</Tabs.Tab>
            <Tabs.Tab value="about">{t`Landing page`}</Tabs.Tab>
            <Tabs.Tab value="help">{t`Help`}</Tabs.Tab>
            <Tabs.Tab value="terms">{t`Terms of use`}</Tabs.Tab>
            <Tabs.Tab value="privacy">{t`Privacy policy`}</Tabs.Tab>
            <Tabs.Tab value="contact">{t`Contact`}</Tabs.Tab>
            <Tabs.Tab value="bankDetails">{t`Bank transfers`}</Tabs.Tab>
            <Tabs.Tab value="payDays">{t`Payouts`}</Tabs.Tab>
            <Tabs.Tab value="sellerDetails">{t`Receipts`}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="general">
            <BrandFields form={form} />
          </Tabs.Panel>
          <Tabs.Panel value="payDays">
            <PayDaysFields form={form} />
          </Tabs.Panel>
          {Object.entries(useTextDescriptions()).map(([name, description]) => (
            <Tabs.Panel key={name} value={name}>
              <TextEditor
                form={form}
                name={name as TextName}
                description={description}
                isPlain={name === 'sellerDetails'}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
        <ErrorAlert error={mutation.error} />
        <Group gap="sm">
          <Button type="submit" loading={mutation.isPending} disabled={!isChanged}>
            <Trans>Save</Trans>
          </Button>
          {isChanged && (
            <Button variant="default" onClick={discard}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
          {site.updatedAtUtc && (
            <Text size="sm" c="dimmed">
              <Trans>
                Last changed <Time at={site.updatedAtUtc} />
              </Trans>
            </Text>
          )}
        </Group>
        {part === 'general' && <Environment environment={site.environment} />}
      </Stack>
    </form>
  )
}

function useTextDescriptions(): Readonly<Record<TextName, string>> {
  const { t } = useLingui()
  return {
    about: t`What this marketplace is, for people who see it for the first time. Leave empty for a general text.`,
    help: t`Answers to questions, at /help. Headings with ## are topics, with ### questions; people can search them. Leave empty for a general text.`,
    terms: t`Shown at /terms and linked at sign-up. Leave empty to hide the page.`,
    privacy: t`Shown at /privacy and linked at sign-up. Leave empty to hide the page.`,
    contact: t`How to reach you: an e-mail address, a phone number, hours. Shown at /contact. Leave empty to hide the page.`,
    bankDetails: t`Where advertisers send money if they do not pay by card. Each advertiser also sees a personal payment reference.`,
    sellerDetails: t`Name, address and tax number of the company that receives the money. Leave empty for the name of the marketplace only. Issued receipts do not change.`,
  }
}

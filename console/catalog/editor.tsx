import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Paper, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { Page } from '../ui/page.tsx'
import { hasStoredInput, usePersistedForm } from '../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { CatalogChanges } from './catalog-changes.tsx'
import { CatalogItem } from './catalog-item.tsx'
import { CatalogList } from './catalog-list.tsx'
import { changesOf, type Draft, isPart } from './draft.ts'
import type { CatalogEditing } from './editing.ts'

const route = getRouteApi('/operator/catalog')
const persistKey = 'catalog'

/** Edits the catalog as one document; changes take effect when it is saved. */
export function CatalogEditor() {
  const { t } = useLingui()
  const catalog = useQuery({
    ...apiQuery(['catalog', 'document'], (signal) => groupA.GET('/api/operator/catalog', { signal })),
    refetchOnWindowFocus: false,
  })
  return (
    <Page
      title={t`Catalog`}
      description={t`Task types, platforms, prices and add-ons. Changes stay in this browser until you save them.`}
    >
      <QueryContent query={catalog} placeholder={<LoadingSkeleton rows={5} />}>
        {({ etag, document, currency }) => <Editor key={etag} saved={{ etag, document }} currency={currency} />}
      </QueryContent>
    </Page>
  )
}

type EditorProps = { readonly saved: Draft; readonly currency: string }

function Editor({ saved, currency }: EditorProps) {
  const form = usePersistedForm<Draft>(persistKey, saved)
  const changes = changesOf(saved.document, form.values.document)
  const discard = () => {
    form.setValues(saved)
    form.clearStored()
  }
  const editing: CatalogEditing = { form, saved, currency, changes, discard }
  return (
    <>
      {form.values.etag !== saved.etag && hasStoredInput(persistKey) && <Outdated editing={editing} />}
      <Parts editing={editing} />
    </>
  )
}

/** Another operator has saved the catalog since this draft was started. */
function Outdated({ editing: { form, saved, discard } }: { readonly editing: CatalogEditing }) {
  const { t } = useLingui()
  return (
    <Alert color="yellow" role="alert" title={t`Another operator has changed the catalog`}>
      <Trans>
        You see your own draft here. The Changes tab compares it with the current catalog. Saving it would also undo the
        other operator's changes shown there.
      </Trans>
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={() => form.setFieldValue('etag', saved.etag)}>
          <Trans>Keep my draft</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          <Trans>Discard my draft</Trans>
        </Button>
      </Group>
    </Alert>
  )
}

function Parts({ editing }: { readonly editing: CatalogEditing }) {
  const { t } = useLingui()
  const { part: requested = 'prices', item } = route.useSearch()
  const navigate = route.useNavigate()
  const part = isPart(requested) ? requested : 'changes'
  const count = editing.changes.length
  const open = (to: string, code?: string) =>
    void navigate({ search: () => ({ part: to, ...(code === undefined ? {} : { item: code }) }) as never })
  return (
    <Tabs value={part} onChange={(to) => open(to ?? 'prices')} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="prices">{t`Task types and prices`}</Tabs.Tab>
        <Tabs.Tab value="categories">{t`Categories and platforms`}</Tabs.Tab>
        <Tabs.Tab value="addOns">{t`Add-ons`}</Tabs.Tab>
        <Tabs.Tab value="changes">{count > 0 ? t`Changes (${count})` : t`Changes`}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={part} pt="md">
        {!isPart(part) ? (
          <CatalogChanges editing={editing} />
        ) : item === undefined ? (
          <CatalogList editing={editing} part={part} onOpen={(index) => open(part, String(index))} />
        ) : (
          <CatalogItem editing={editing} part={part} index={Number(item)} onBack={() => open(part)} />
        )}
        {isPart(part) && count > 0 && <UnsavedChanges count={count} review={() => open('changes')} />}
      </Tabs.Panel>
    </Tabs>
  )
}

type UnsavedChangesProps = { readonly count: number; readonly review: () => void }

/** Leads from the edited entries to the button that saves them. */
const UnsavedChanges = ({ count, review }: UnsavedChangesProps) => (
  <Paper
    withBorder
    p="sm"
    mt="md"
    radius="md"
    shadow="sm"
    pos="sticky"
    bottom={8}
    role="status"
    className="unsaved-changes"
  >
    <Group justify="space-between" gap="sm">
      <Plural value={count} one="# unsaved change" other="# unsaved changes" />
      <Button onClick={review}>
        <Trans>Review and save</Trans>
      </Button>
    </Group>
  </Paper>
)

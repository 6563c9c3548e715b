import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../api.ts'
import { ask } from '../queries.ts'
import { Page } from '../ui/page.tsx'
import { isKept, usePersistedForm } from '../ui/persisted-form.ts'
import { Loaded, Waiting } from '../ui/waiting.tsx'
import { CatalogChanges } from './catalog-changes.tsx'
import { CatalogItem } from './catalog-item.tsx'
import { CatalogList } from './catalog-list.tsx'
import { changesOf, type Draft, isPart } from './draft.ts'
import type { Editing } from './editing.ts'

const route = getRouteApi('/operator/catalog')
const keptAs = 'catalog'

/** Edits the catalog as one document; changes take effect when it is saved. */
export function CatalogEditor() {
  const { t } = useLingui()
  const catalog = useQuery({
    ...ask(['catalog', 'document'], (signal) => groupA.GET('/api/operator/catalog', { signal })),
    refetchOnWindowFocus: false,
  })
  return (
    <Page
      title={t`Catalog`}
      about={t`What can be ordered, where and at what price. Changes stay in this browser until you save them.`}
    >
      <Loaded query={catalog} waiting={<Waiting rows={5} />}>
        {({ etag, document, currency }) => <Editor key={etag} saved={{ etag, document }} currency={currency} />}
      </Loaded>
    </Page>
  )
}

type EditorProps = { readonly saved: Draft; readonly currency: string }

function Editor({ saved, currency }: EditorProps) {
  const form = usePersistedForm<Draft>(keptAs, saved)
  const changes = changesOf(saved.document, form.values.document)
  const drop = () => {
    form.setValues(saved)
    form.forget()
  }
  const editing: Editing = { form, saved, currency, changes, drop }
  return (
    <>
      {form.values.etag !== saved.etag && isKept(keptAs) && <Outdated editing={editing} />}
      <Parts editing={editing} />
    </>
  )
}

/** Another operator has saved the catalog since this draft was started. */
function Outdated({ editing: { form, saved, drop } }: { readonly editing: Editing }) {
  const { t } = useLingui()
  return (
    <Alert color="yellow" role="alert" title={t`Another operator has changed the catalog`}>
      <Trans>
        You see your own draft here. The Changes tab compares it with the current catalog. Saving it would also undo the
        other operator's changes shown there.
      </Trans>
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={() => form.setFieldValue('etag', saved.etag)}>
          <Trans>Continue with mine</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={drop}>
          <Trans>Discard mine</Trans>
        </Button>
      </Group>
    </Alert>
  )
}

function Parts({ editing }: { readonly editing: Editing }) {
  const { t } = useLingui()
  const { part: query = 'prices', item } = route.useSearch()
  const navigate = route.useNavigate()
  const part = isPart(query) ? query : 'changes'
  const many = editing.changes.length
  const show = (to: string, code?: string) =>
    void navigate({ search: () => ({ part: to, ...(code === undefined ? {} : { item: code }) }) as never })
  return (
    <Tabs value={part} onChange={(to) => show(to ?? 'prices')} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="prices">{t`Types of work and prices`}</Tabs.Tab>
        <Tabs.Tab value="categories">{t`Categories and platforms`}</Tabs.Tab>
        <Tabs.Tab value="addOns">{t`Add-ons`}</Tabs.Tab>
        <Tabs.Tab value="changes">{many > 0 ? t`Changes (${many})` : t`Changes`}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={part} pt="md">
        {!isPart(part) ? (
          <CatalogChanges editing={editing} />
        ) : item === undefined ? (
          <CatalogList editing={editing} part={part} open={(index) => show(part, String(index))} />
        ) : (
          <CatalogItem editing={editing} part={part} index={Number(item)} back={() => show(part)} />
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

import { Page } from '../ui/page.tsx'

export function CatalogEditor() {
  return <Page title="CatalogEditor" />
}

import { Page } from '../ui/page.tsx'

export function ExecutorLists() {
  return <Page title="ExecutorLists" />
}

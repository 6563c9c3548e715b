import { Page } from '../ui/page.tsx'

export function WorkItem() {
  return <Page title="WorkItem" />
}

import { Page } from '../ui/page.tsx'

export function MyWork() {
  return <Page title="MyWork" />
}

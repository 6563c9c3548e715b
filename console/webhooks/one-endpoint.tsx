import { Page } from '../ui/page.tsx'

export function OneEndpoint() {
  return <Page title="OneEndpoint" />
}

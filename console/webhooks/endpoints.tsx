import { Page } from '../ui/page.tsx'

export function Endpoints() {
  return <Page title="Endpoints" />
}

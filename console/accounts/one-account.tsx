import { Page } from '../ui/page.tsx'

export function OneAccount() {
  return <Page title="OneAccount" />
}

import { Page } from '../ui/page.tsx'

export function Tokens() {
  return <Page title="Tokens" />
}

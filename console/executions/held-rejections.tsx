import { Page } from '../ui/page.tsx'

export function HeldRejections() {
  return <Page title="HeldRejections" />
}

import { Page } from '../ui/page.tsx'

export function WebhookHealth() {
  return <Page title="WebhookHealth" />
}

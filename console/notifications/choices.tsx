import { Page } from '../ui/page.tsx'

export function NotificationChoices() {
  return <Page title="NotificationChoices" />
}

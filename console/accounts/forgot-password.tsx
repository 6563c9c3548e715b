import { Page } from '../ui/page.tsx'

export function ForgotPassword() {
  return <Page title="ForgotPassword" />
}

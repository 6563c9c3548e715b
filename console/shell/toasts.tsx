import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** The toasts at the bottom of the page. */
export const Toasts = () => <Notifications position="bottom-right" limit={3} />

import { setting } from './setting.ts'
import { origin, whole } from './setting-forms.ts'

/** Settings of the second origin, which shows the pages of advertisers (docs/decisions/0072-second-origin.md). */
export const settingsOfTaskPages = {
  tasksUrl: setting(
    'TASKS_URL',
    origin,
    'The origin of task pages; never that of PUBLIC_URL, and best on a domain of its own. Unset: PUBLIC_URL with the port TASKS_PORT.',
  ),
  tasksPort: setting(
    'TASKS_PORT',
    whole(1, 65_535),
    'The port to listen on for task pages. Unset: the next after PORT; if that is taken and TASKS_URL is unset, a free one.',
  ),
}

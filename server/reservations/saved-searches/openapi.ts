import { at } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { type SavedSearch, searchesMax } from './saved-search.ts'
import { savedSearchJson, serializeSearches } from './serialize.ts'

const example: SavedSearch = {
  id: idOf(4),
  name: 'Surveys above 1 USD',
  filters: { search: 'survey', minReward: 1 },
  hasAlerts: true,
  savedAt: at('10:00:00'),
}
const shown = savedSearchJson.serialize(example)
const missing = ['saved_search_not_found']

export const savedSearchDocs = docsIn('Available offers', {
  'GET /api/executor/saved-searches': {
    id: 'listSavedSearches',
    summary: 'List your saved searches by name',
    answers: { 200: { searches: serializeSearches([example]) } },
  },
  'POST /api/executor/saved-searches': {
    id: 'saveSearch',
    summary: 'Save filters of available offers under a name',
    about: `One with the same name is replaced, up to ${searchesMax} searches. With \`alerts\`, a notification tells of offers that became available since, match, and that you could reserve: in the console within about ten minutes, by e-mail in the digest, up to one an hour.`,
    body: { search: { name: example.name, filters: example.filters, alerts: true } },
    answers: { 200: { saved: shown } },
    problems: ['storage_limit_reached'],
  },
  'PATCH /api/executor/saved-searches/:id': {
    id: 'updateSavedSearch',
    summary: 'Turn the alerts of a saved search on or off',
    about: 'Offers that became available while they were off are not told.',
    body: { off: { alerts: false } },
    answers: { 200: { changed: { ...shown, alerts: false } } },
    problems: missing,
  },
  'DELETE /api/executor/saved-searches/:id': {
    id: 'deleteSavedSearch',
    summary: 'Delete a saved search',
    answers: { 200: { deleted: shown } },
    problems: missing,
  },
})

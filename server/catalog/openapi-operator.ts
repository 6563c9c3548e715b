import { docsIn } from '../values/requests/operation.ts'
import { serializeOpenedCatalog } from './serialize-document.ts'

const document = {
  version: 1 as const,
  categories: [
    {
      code: 'web',
      names: { en: 'On the web', ru: 'В сети' },
      isActive: true,
      sortOrder: 20,
      platforms: [{ code: 'web.any', names: { en: 'Any website', ru: 'Любой сайт' }, isActive: true }],
    },
  ],
  prices: [
    {
      code: 'web.lookup',
      platform: 'web.any',
      names: { en: 'Find a fact', ru: 'Найти сведение' },
      rewardPerAction: 0.5,
      isActive: true,
      detailsMode: 'lenient' as const,
      offerDetailsSchema: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
      executionDetailsSchema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
    },
  ],
  addOns: [
    {
      code: 'priority',
      names: { en: 'Listed first', ru: 'Вверху списка' },
      isActive: true,
      costPerAction: 0,
      costFlat: 2,
    },
  ],
}
const [etag, next] = ['nM3tVbq0P9kQ2xJr5sWc7A', 'tY6hLw1fZ8dRa0GuE4oXiQ']

export const catalogOperatorDocs = docsIn('Catalog', {
  'GET /api/operator/catalog': {
    id: 'getCatalog',
    summary: 'Read the catalog as one document for editing',
    about:
      'Entries are identified by their codes. `etag` identifies the document. Entries left out of an earlier document have `isActive: false`.',
    answers: { 200: { catalog: serializeOpenedCatalog({ etag, document }, 'USD') } },
  },
  'PUT /api/operator/catalog': {
    id: 'replaceCatalog',
    summary: 'Replace the catalog with a document, all or nothing',
    about:
      'Entries missing from the document are kept but can no longer be ordered. Fails if the catalog no longer matches `etag`. If nothing changes, returns it unchanged. Offers keep the reward they were created with.',
    body: { document: { etag, document } },
    answers: { 200: { replaced: { etag: next, categories: 1, platforms: 1, prices: 1, addOns: 1 } } },
    problems: ['catalog_invalid', 'catalog_changed'],
  },
})

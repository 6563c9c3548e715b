import type { Docs } from '../values/requests/operation.ts'
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

/** Group A: operators write what can be ordered. */
export const catalogOperatorDocs: Docs = {
  'GET /api/operator/catalog': {
    id: 'readCatalog',
    tag: 'Catalog',
    summary: 'Read the whole catalog as one document, to edit it',
    about:
      'Codes are the identity of what is in it. `etag` says which document it is. What was left out of an earlier document is here with `isActive: false`.',
    answers: { 200: { catalog: serializeOpenedCatalog({ etag, document }, 'USD') } },
  },
  'PUT /api/operator/catalog': {
    id: 'replaceCatalog',
    tag: 'Catalog',
    summary: 'Make the catalog what a document says, all or nothing',
    about:
      'What the document does not name is kept, but no longer ordered. Where the catalog is not the one of `etag` any more, nothing is changed: somebody else was faster. A document that says what the catalog is already is answered as it is. Offers keep the reward that they were made with.',
    body: { document: { etag, document } },
    answers: { 200: { replaced: { etag: next, categories: 1, platforms: 1, prices: 1, addOns: 1 } } },
    problems: ['catalog_invalid', 'catalog_changed'],
  },
}

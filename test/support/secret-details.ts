import { applyCatalog, exportCatalog } from '../../server/catalog/actions.ts'
import type { Market } from './market.ts'

/** Gives surveys on another site the detail `answerKey`, which executors do not see. */
export async function addSecretDetail({ ctx }: Pick<Market, 'ctx'>): Promise<void> {
  const document = await exportCatalog(ctx)
  const answerKey = {
    type: 'string',
    description: 'Only for checks.',
    maxLength: 200,
    format: 'regex',
    writeOnly: true,
  }
  const prices = document.prices.map((price) =>
    price.code === 'survey.external'
      ? {
          ...price,
          offerDetailsSchema: {
            ...price.offerDetailsSchema,
            properties: { ...(price.offerDetailsSchema?.['properties'] as object), answerKey },
          },
        }
      : price,
  )
  await applyCatalog(ctx, { ...document, prices })
}

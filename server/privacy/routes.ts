import type { Api } from '../platform/http-api.ts'
import { textStream } from '../platform/http-text.ts'
import { exportOwn, mayExport } from './actions-export.ts'

/** The console's settings: a copy of one's own data. Open to suspended accounts too. */
export async function ownDataRoutes(api: Api) {
  api.get('/data', { config: { countedAs: 'exports' } }, async ({ ctx, method }, reply) => {
    if (method === 'HEAD') {
      await mayExport(ctx)
      return reply.type('application/json; charset=utf-8').send('')
    }
    const { account, parts } = await exportOwn(ctx)
    return reply
      .type('application/json; charset=utf-8')
      .headers({
        'Content-Disposition': `attachment; filename="account-${account}.json"`,
        'Cache-Control': 'private, no-store',
      })
      .send(textStream(parts))
  })
}

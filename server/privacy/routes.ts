import type { Api } from '../platform/http-api.ts'
import { textStream } from '../platform/http-text.ts'
import { exportOwn } from './actions-export.ts'

/** The console's settings: a copy of one's own data. Open to suspended accounts too. */
export async function ownDataRoutes(api: Api) {
  // A request of HEAD would spend one of the day's exports on nothing.
  api.get('/data', { exposeHeadRoute: false, config: { countedAs: 'exports' } }, async ({ ctx }, reply) => {
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

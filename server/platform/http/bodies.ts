import type { Api } from './api.ts'
import { readJson } from './json.ts'

/** Maximum size of a request body, unless its route says otherwise. */
export const bodyBytesMax = 256 * 1024
const notJson = 'FST_ERR_CTP_INVALID_MEDIA_TYPE'

/** Parses bodies strictly; refuses those that are not JSON. */
export function readBodies(api: Api): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  // Some clients name a content type without sending a body.
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(body.length === 0 ? null : Object.assign(new Error('not JSON'), { statusCode: 415, code: notJson }))
  })
}

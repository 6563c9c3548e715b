import { Marketplace } from '../../sdk/src/index.ts'
import type { Person } from './fixtures.ts'
import type { Market } from './market.ts'

/** Returns a client of the package that acts as this person. */
export const sdkOf = ({ url }: Pick<Market, 'url'>, { key, token }: Person): Marketplace =>
  new Marketplace({ baseUrl: url, accessToken: token, apiKey: key })

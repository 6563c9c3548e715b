import type { Config } from '../config/config.ts'
import type { Storage } from '../storage/storage.ts'
import type { Database } from './db.ts'

/**
 * What an operation asks of the credential: its kind, a role of the account and, for an API key, a scope. `Any` is one that
 * was issued: an access token or an API key. A session counts only where one is asked for.
 */
export type Requirement = {
  readonly credential: 'AccessToken' | 'ApiKey' | 'Session' | 'Any'
  readonly role: string
  readonly scope?: string
  /** Open to suspended accounts too: they must be able to appeal. */
  readonly evenSuspended?: boolean
}

/** Who acts: the bearer of what was presented over HTTP (in a header, or in the cookie of a session), or the owner of this installation on its command line. */
export type By =
  | {
      readonly bearer: string | undefined
      readonly requirement: Requirement
      /** The client's address as rate limits see it: behind trusted proxies the one that they name. */
      readonly address: string | undefined
    }
  | 'Local'

/** Where an action acts, and for whom. The time is one of the facts that it reads. */
export type Ctx = {
  readonly db: Database
  readonly by: By
  readonly config: Config
  readonly secretKey: string
  readonly storage: Storage
}

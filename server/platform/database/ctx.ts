import type { Config } from '../config/config.ts'
import type { Storage } from '../storage/storage.ts'
import type { Database } from './db.ts'

/**
 * The credential that an operation requires: its kind, a role of the account and, for an API key, a scope. `Any` means an access
 * token or an API key. Sessions and test keys are accepted only if named.
 */
export type Requirement = {
  readonly credential: 'AccessToken' | 'ApiKey' | 'TestKey' | 'Session' | 'Any'
  readonly role: string
  readonly scope?: string
  /** Also allows suspended accounts: they must be able to appeal. */
  readonly evenSuspended?: boolean
  /** Operators must have a second factor. Only of sessions. */
  readonly operatorsNeedFactor?: boolean
}

/** The actor: the bearer of the credential in the header or session cookie, or the installation's owner on its command line. */
export type By =
  | {
      readonly bearer: string | undefined
      readonly requirement: Requirement
      /** The client's address as used for rate limits: behind trusted proxies, the one that they forward. */
      readonly address: string | undefined
      /** Set if the bearer is the session of a member, who acts for the workspace. */
      readonly member?: MemberKey
    }
  | 'Local'

/** A member's key of a workspace, identified by its hash; the requirement is for it. */
export type MemberKey = {
  readonly hash: Buffer
  readonly person: number
  readonly workspace: number
  /** Returns the JSON text of an answer as the member may see it. */
  readonly shown: (json: string) => string
  /** Throws what the request would be answered now, if the person may not make it any more. For answers that go on for long. */
  readonly mayStill: () => Promise<unknown>
}

/** The context of an action. The time is read from the database with the facts. */
export type Ctx = {
  readonly db: Database
  readonly by: By
  readonly config: Config
  readonly secretKey: string
  readonly storage: Storage
  /** Only in a sandbox. */
  readonly sandbox?: SandboxControls
}

/** What a sandbox can do in addition to what every marketplace does. */
export type SandboxControls = {
  /** Runs the jobs until nothing is due. Returns false if that takes too long: then they go on in the background. */
  runDue(): Promise<boolean>
  /** Has the sandbox removed after this request. The next one opens a new sandbox. */
  reset(): Promise<void>
}

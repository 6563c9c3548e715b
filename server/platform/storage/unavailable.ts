import { Problem, unavailable } from '../../values/problems/problem.ts'

const StorageUnavailable = unavailable(
  'temporarily_unavailable',
  'Temporarily unavailable',
  'The service cannot reach its file storage; nothing was stored. Try again in a moment.',
)

/** Turns errors that are no problems into StorageUnavailable, which clients may retry; the log gets the cause. */
export const inStorage = <T>(working: Promise<T>): Promise<T> =>
  working.catch((error: unknown) => {
    throw error instanceof Problem ? error : Object.assign(StorageUnavailable({}), { cause: error })
  })

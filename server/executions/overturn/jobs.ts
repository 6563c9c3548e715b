import { releaseUnappealed } from './actions.ts'

export const releaseKeptHolds = { name: 'kept holds', everySeconds: 2, run: releaseUnappealed }

import { releaseUnappealed } from './actions.ts'

/** Releases what was kept for rejections past their appeal deadline. */
export const releaseKeptHolds = { name: 'kept holds', everySeconds: 2, run: releaseUnappealed }

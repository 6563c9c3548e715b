/*
 * The two suites. `npm test` covers what a change can break in normal use. `npm run test:system` runs the files below, which take
 * minutes: they start, kill, upgrade and overload programs, run races and the programs of the documents, interrupt pages, or check
 * every page or operation.
 */

/** The files of `npm run test:system`. */
const system: readonly RegExp[] = [
  /^test\/(?:attacks|faults|files|properties|simulation)\//,
  /^test\/flows\/(?:kill|stop|upgrade)\//,
  /^test\/flows\/(?:backup|bench|calendar-edges|clocks|documents|large-bodies|memory|overload|processes|processes-metrics|read-only|replica|sandbox)\.test\.ts$/,
  /^test\/contract\/(?:hostile|plans)\//,
  /^test\/contract\/(?:idempotency|migrations|preconditions|openapi\/(?:generators|reference))\.test\.ts$/,
  /^test\/console\/(?:connection|errors|hostile|interruptions|keyboard|reservation-expiry|weight)\.test\.ts$/,
  /^test\/console\/advertisers\/review-undo\.test\.ts$/,
  /^test\/sdk\/(?:package|sandbox)\.test\.ts$/,
  /^server\/accounts\/sign-in\/hostile\.test\.ts$/,
  /^server\/commands\/(?:docs\/migrate-accept|doctor\/doctor|market|program|sandbox\/sandboxes)\.test\.ts$/,
  /^server\/platform\/embedded-postgres\//,
]

/** Whether a test file belongs to the system tests. `file` is relative to the root of the project. */
export const isSystemTest = (file: string): boolean => system.some((pattern) => pattern.test(file))

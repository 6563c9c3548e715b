/** A part of the measurement that ended with an error. What it measured before is kept. */
export type Failure = { readonly work: string; readonly reason: string }

/** Runs one part of the measurement. Adds its error to the failures and returns, or throws it if the run was stopped. */
export async function noteFailure(
  failures: Failure[],
  work: string,
  stop: AbortSignal,
  measure: () => Promise<void>,
): Promise<void> {
  try {
    await measure()
  } catch (error) {
    if (stop.aborted) throw error
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`${work}: ${reason}`)
    failures.push({ work, reason })
  }
}

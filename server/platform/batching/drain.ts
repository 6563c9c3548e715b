/** Processes batches of up to `limit` until one comes back partial. Returns the total processed. */
export async function drainInBatches(limit: number, some: (limit: number) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await some(limit)
    all += done
    if (done < limit) return all
  }
}

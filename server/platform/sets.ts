/** Does set after set of at most so many, so that no statement takes long, until one is not full; answers how much there was. */
export async function inSets(most: number, some: (most: number) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await some(most)
    all += done
    if (done < most) return all
  }
}

/** A metric sample: name, labels as written, and value. */
export type Metric = { readonly name: string; readonly labels: string; readonly value: number }

export type Metrics = {
  readonly text: string
  readonly all: readonly Metric[]
  /** Returns the sum of the samples with this name whose labels contain all of these texts; undefined without any. */
  of(name: string, ...labels: readonly string[]): number | undefined
}

const line = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/

/** Returns the current metrics of a listener. */
export async function metricsAt(address: string): Promise<Metrics> {
  const text = await (await fetch(address)).text()
  const all = text.split('\n').flatMap((each) => {
    const [, name, labels = '', value] = line.exec(each) ?? []
    return name && value ? [{ name, labels, value: Number(value) }] : []
  })
  const of = (name: string, ...labels: readonly string[]) => {
    const found = all.filter((one) => one.name === name && labels.every((each) => one.labels.includes(each)))
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
  }
  return { text, all, of }
}

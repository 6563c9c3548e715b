import { useSessionStorage } from '@mantine/hooks'

const minuteMs = 60_000

type Kept<Value> = { readonly value: Value; readonly until: number }

/** State that a reload of the page keeps, in this tab, for some minutes. */
export function useKeptState<Value>(name: string, minutes: number) {
  const [kept, setKept, forget] = useSessionStorage<Kept<Value> | undefined>({
    key: `kept:${name}`,
    getInitialValueInEffect: false,
  })
  const value = kept && kept.until > Date.now() ? kept.value : undefined
  const keep = (next: Value) => setKept({ value: next, until: Date.now() + minutes * minuteMs })
  return [value, keep, forget] as const
}

// Loaded before a program: its machine's clock is wrong by so many milliseconds.
const wrongBy = Number(process.env.CLOCK_WRONG_BY_MS)
const Right = Date
const now = () => Right.now() + wrongBy

globalThis.Date = new Proxy(Right, {
  construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  apply: () => new Right(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

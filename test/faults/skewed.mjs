// Loaded before a program of the bench: its own clock is wrong by so many milliseconds, as that of a machine may be.
const offset = Number(process.env.FAULTS_SKEW_MS)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + offset
  }
}

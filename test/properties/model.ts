/*
 * A model of one offer with three executors and all their money in plain variables: decisions 3.1 to 3.3, implemented again without
 * a database. Every verb returns the short form of the API's response; times are seconds of the model's clock.
 */

export type Status = 'Pending' | 'ReworkRequested' | 'Accepted' | 'Rejected' | 'Disputed' | 'Withdrawn'
export type Work = {
  executor: number
  status: Status
  revision: number
  rounds: number
  reviewDue: number
  reworkDue: number
  appealDue: number
  rejectedAt: number
  /** Whether it is disputed or can still be. */
  isAppealable: boolean
  isFinal: boolean
  /** The winner of its dispute, if decided. */
  side: 'Executor' | 'Advertiser' | null
  bonusUnits: number
}
type HeldSlot = { executor: number; expires: number; heldUntil: number; isExtended: boolean }
type Earned = { executor: number; units: number; due: number }

export const rules = {
  units: 11_000,
  reward: 10_000,
  feeShare: 0.1,
  maxReworks: 1,
  perExecutor: 2,
  attempts: 2,
  reservation: 3_600,
  softHold: 600,
  review: 259_200,
  rework: 86_400,
  appeal: 604_800,
  answer: 172_800,
  override: 30 * 86_400,
  clearing: 86_400,
} as const

const alreadyDecided = '409 report_already_decided'
const stateConflict = '409 task_state_conflict'

export class Model {
  now = 0
  status: 'Active' | 'Paused' | 'Completed' | 'Archived' = 'Active'
  totalLimit = 2
  remaining = 2
  rejected = 0
  withdrawn = 0
  acceptedByDispute = 0
  accepted = 0
  /** Appeals for which the hold has the cost, and others. */
  kept = 0
  uncovered = 0
  reservations: HeldSlot[] = []
  works: Work[] = []
  available: number
  guarantee = 0
  revenue = 0
  pending = [0, 0, 0]
  earned = [0, 0, 0]
  clearings: Earned[] = []

  constructor(funds: number) {
    this.available = funds - this.totalLimit * rules.units
  }

  get reserved() {
    return this.reservations.length
  }
  private count(...statuses: Status[]) {
    return this.works.filter(({ status }) => statuses.includes(status)).length
  }
  get isClosed() {
    return this.status === 'Completed' || this.status === 'Archived'
  }
  get counts() {
    const { remaining, reserved, accepted, acceptedByDispute, rejected, withdrawn } = this
    const { kept, uncovered } = this
    const [pending, rework, disputed] = [this.count('Pending'), this.count('ReworkRequested'), this.count('Disputed')]
    const ended = { accepted, acceptedByDispute, rejected, withdrawn }
    return { remaining, reserved, pending, rework, disputed, ...ended, kept, uncovered }
  }
  get held() {
    const { remaining, reserved, pending, rework, kept } = this.counts
    return rules.units * (reserved + pending + rework + kept + (this.isClosed ? 0 : remaining))
  }

  reserve(executor: number): string {
    const own = this.reservations.find((held) => held.executor === executor)
    if (own && own.expires > this.now) return '200'
    if (this.status !== 'Active') return '404 offer_unavailable'
    if (this.taken(executor) >= rules.perExecutor) return '409 per_executor_limit_reached'
    if (this.failed(executor) >= rules.attempts) return '409 attempts_exhausted'
    if (own) this.give(own)
    if (this.remaining < 1) return '409 no_slots_available'
    this.remaining -= 1
    const expires = this.now + rules.reservation
    this.reservations.push({ executor, expires, heldUntil: expires + rules.softHold, isExtended: false })
    return '200'
  }

  private taken(executor: number) {
    const counted: Status[] = ['Pending', 'ReworkRequested', 'Disputed', 'Accepted']
    const works = this.works.filter((work) => work.executor === executor && counted.includes(work.status))
    const running = this.reservations.filter((held) => held.executor === executor && held.expires > this.now)
    return works.length + running.length
  }

  private failed(executor: number) {
    const counted: Status[] = ['Rejected', 'Withdrawn']
    return this.works.filter((work) => work.executor === executor && counted.includes(work.status)).length
  }

  /** Adds to the available money, after settling debts. */
  private credit(units: number) {
    const settled = Math.min(units, -this.guarantee)
    this.guarantee += settled
    this.available += units - settled
  }

  /** Keeps the cost of slots for uncovered appeals, and releases the rest. */
  private release(slots: number) {
    const kept = Math.min(slots, this.uncovered)
    this.kept += kept
    this.uncovered -= kept
    this.credit((slots - kept) * rules.units)
  }

  /** Frees a slot; if the offer is closed, releases its money. */
  private give(held: HeldSlot) {
    this.reservations = this.reservations.filter((each) => each !== held)
    this.free()
  }
  private free() {
    this.remaining += 1
    if (this.isClosed) this.release(1)
  }

  submit(executor: number): string {
    const own = this.reservations.find((held) => held.executor === executor && held.expires > this.now)
    if (!own) return 'nothing to submit'
    const pending = this.works.filter((work) => work.executor === executor && work.status === 'Pending')
    if (pending.length >= rules.perExecutor) return '409 execution_pending'
    this.reservations = this.reservations.filter((each) => each !== own)
    this.works.push({
      executor,
      status: 'Pending',
      revision: 1,
      rounds: 0,
      reviewDue: this.now + rules.review,
      reworkDue: 0,
      appealDue: 0,
      rejectedAt: 0,
      isAppealable: false,
      isFinal: false,
      side: null,
      bonusUnits: 0,
    })
    return '200'
  }

  cancel(executor: number): string {
    const own = this.reservations.find((held) => held.executor === executor && held.expires > this.now)
    if (!own) return 'nothing to cancel'
    this.give(own)
    return '200'
  }

  extend(executor: number): string {
    const own = this.reservations.find((held) => held.executor === executor && held.expires > this.now)
    if (!own) return 'nothing to extend'
    if (own.isExtended) return '409 reservation_already_extended'
    Object.assign(own, {
      expires: own.expires + rules.reservation,
      heldUntil: own.heldUntil + rules.reservation,
      isExtended: true,
    })
    return '200'
  }

  accept(work: Work): string {
    if (work.status === 'Accepted') return '200'
    if (work.status === 'Disputed') return this.win(work)
    if (work.status !== 'Pending' && work.status !== 'ReworkRequested') return alreadyDecided
    this.pay(work)
    this.accepted += 1
    this.completeIfFull()
    return '200'
  }

  /** The consequences of an acceptance, whatever pays for it. */
  private pay(work: Work) {
    work.status = 'Accepted'
    this.earn(work.executor, rules.reward)
    this.revenue += rules.units - rules.reward
  }
  private earn(executor: number, units: number) {
    this.pending[executor] = (this.pending[executor] ?? 0) + units
    this.clearings.push({ executor, units, due: this.now + rules.clearing })
  }
  private completeIfFull() {
    if (this.accepted === this.totalLimit && !this.isClosed) this.status = 'Completed'
  }

  reject(work: Work): string {
    if (work.status === 'Rejected') return '200'
    if (work.status !== 'Pending' && work.status !== 'ReworkRequested') return alreadyDecided
    this.refuse(work)
    return '200'
  }
  private refuse(work: Work) {
    work.status = 'Rejected'
    work.rejectedAt = this.now
    work.appealDue = this.now + rules.appeal
    work.isAppealable = true
    if (this.isClosed) this.kept += 1
    else this.uncovered += 1
    this.rejected += 1
    this.remaining += 1
  }

  rework(work: Work): string {
    if (work.status === 'ReworkRequested') return '200'
    if (work.status !== 'Pending') return alreadyDecided
    if (work.rounds >= rules.maxReworks) return '409 rework_limit_reached'
    Object.assign(work, { status: 'ReworkRequested', rounds: work.rounds + 1, reworkDue: this.now + rules.rework })
    return '200'
  }

  resubmit(work: Work): string {
    if (work.status !== 'ReworkRequested') return 'nothing to resubmit'
    Object.assign(work, { status: 'Pending', revision: work.revision + 1, reviewDue: this.now + rules.review })
    return '200'
  }

  withdraw(work: Work): string {
    if (work.status === 'Withdrawn') return '200'
    if (work.status !== 'Pending' && work.status !== 'ReworkRequested') return alreadyDecided
    work.status = 'Withdrawn'
    this.withdrawn += 1
    this.free()
    return '200'
  }

  dispute(work: Work): string {
    if (work.status === 'Disputed') return '200'
    if (work.status !== 'Rejected' || work.isFinal || work.appealDue <= this.now) return '409 dispute_window_closed'
    work.status = 'Disputed'
    this.rejected -= 1
    return '200'
  }

  decide(work: Work, outcome: 'Executor' | 'Advertiser'): string {
    if (work.status !== 'Disputed') return work.side === outcome ? '200' : 'no open dispute'
    if (outcome === 'Executor') return this.win(work)
    Object.assign(work, { status: 'Rejected', isFinal: true, side: outcome, rejectedAt: this.now })
    this.rejected += 1
    this.letGo(work)
    return '200'
  }

  /** Ends an appeal without a payment: its cost is released unless another one needs it. */
  private letGo(work: Work) {
    if (!work.isAppealable) return
    work.isAppealable = false
    if (this.uncovered > 0) this.uncovered -= 1
    else {
      this.kept -= 1
      this.credit(rules.units)
    }
  }

  override(work: Work): string {
    if (work.status !== 'Rejected') return this.accept(work)
    if (this.now >= work.rejectedAt + rules.override) return alreadyDecided
    if (this.guarantee < 0) return '409 debt_unsettled'
    const isHeld = this.hasFreeSlot || (work.isAppealable && this.kept > 0)
    if (!isHeld && this.available < rules.units) return '409 insufficient_funds'
    this.rejected -= 1
    return this.win(work)
  }

  private get hasFreeSlot() {
    return !this.isClosed && this.remaining > 0
  }

  /** Pays after a rejection: from the appeal hold, the offer's free hold, the advertiser's balance, and finally the platform. */
  private win(work: Work): string {
    const usesKept = work.isAppealable && this.kept > 0
    const fillsSlot = usesKept ? this.isClosed && this.remaining > 0 : this.hasFreeSlot
    if (fillsSlot) {
      this.remaining -= 1
      this.accepted += 1
    } else this.acceptedByDispute += 1
    if (usesKept) this.kept -= 1
    else if (work.isAppealable) this.uncovered -= 1
    if (!usesKept && !fillsSlot) {
      const own = Math.min(this.available, rules.units)
      this.available -= own
      this.guarantee -= rules.units - own
    }
    if (work.status === 'Disputed') work.side = 'Executor'
    work.isAppealable = false
    this.pay(work)
    this.completeIfFull()
    return '200'
  }

  bonus(work: Work, units: number): string {
    if (work.status !== 'Accepted') return '409 report_not_accepted'
    if (work.bonusUnits + units > 5 * rules.reward) return '409 bonus_limit_reached'
    if (this.guarantee < 0) return '409 debt_unsettled'
    const cost = units + units * rules.feeShare
    if (this.available < cost) return '409 insufficient_funds'
    this.available -= cost
    this.revenue += units * rules.feeShare
    work.bonusUnits += units
    this.earn(work.executor, units)
    return '200'
  }

  pause(): string {
    if (this.status !== 'Active') return stateConflict
    this.status = 'Paused'
    return '200'
  }
  resume(): string {
    if (this.status !== 'Paused') return stateConflict
    this.status = 'Active'
    return '200'
  }

  resize(by: 1 | -1): string {
    const total = this.totalLimit + by
    if (this.status === 'Archived' || total < 1) return total < 1 ? '400 validation_error' : '409 task_not_editable'
    if (total < this.totalLimit - this.remaining) return stateConflict
    const opens = this.status === 'Completed' && by === 1
    const before = this.held
    const was = this.status
    if (opens) this.status = 'Active'
    Object.assign(this, { totalLimit: total, remaining: this.remaining + by })
    const more = this.held - before
    if (more > 0 && (this.guarantee < 0 || more > this.available)) {
      Object.assign(this, { status: was, totalLimit: total - by, remaining: this.remaining - by })
      return this.guarantee < 0 ? '409 debt_unsettled' : '409 insufficient_funds'
    }
    if (more > 0) this.available -= more
    else this.release(-more / rules.units)
    if (this.accepted > 0) this.completeIfFull()
    return '200'
  }

  archive(): string {
    if (!this.isClosed) this.release(this.remaining)
    this.status = 'Archived'
    return '200'
  }

  /** Spends the advertiser's available money elsewhere. */
  spend(): string {
    this.available = 0
    return '200'
  }

  /** Advances the clock and applies everything that is due. */
  pass(seconds: number): string {
    this.now += seconds
    for (const held of this.reservations.filter(({ heldUntil }) => heldUntil <= this.now)) this.give(held)
    for (const work of this.works.filter(({ status }) => status === 'Pending'))
      if (work.reviewDue <= this.now) this.accept(work)
    for (const work of this.works.filter(({ status }) => status === 'ReworkRequested'))
      if (work.reworkDue <= this.now) this.refuse(work)
    const decideBy = rules.appeal + rules.answer
    for (const work of this.works.filter(({ status }) => status === 'Disputed'))
      if (work.rejectedAt + decideBy <= this.now) this.win(work)
    for (const work of this.works.filter(({ status }) => status === 'Rejected'))
      if (work.appealDue <= this.now) this.letGo(work)
    for (const { executor, units } of this.clearings.filter(({ due }) => due <= this.now)) {
      this.pending[executor] = (this.pending[executor] ?? 0) - units
      this.earned[executor] = (this.earned[executor] ?? 0) + units
    }
    this.clearings = this.clearings.filter(({ due }) => due > this.now)
    return '200'
  }
}

import { msg } from '@lingui/core/macro'
import type { Words } from '../ui/words.ts'

/** What decisions are about. */
export const subjectWords: Words = {
  report: msg`Work`,
  task: msg`Offer`,
  dispute: msg`Dispute`,
  reservation: msg`Reservation`,
  list: msg`List of executors`,
  deposit: msg`Deposit`,
  withdrawal: msg`Withdrawal`,
  payout: msg`Payout`,
  sanction: msg`Sanction`,
  account: msg`Account`,
  webhook: msg`Webhook`,
  catalog: msg`Catalog`,
}

export const actorWords: Words = {
  advertiser: msg`An advertiser`,
  executor: msg`An executor`,
  operator: msg`An operator`,
  account: msg`The account itself`,
  system: msg`By itself`,
  rule: msg`By a rule`,
  timer: msg`By its deadline`,
}

/** What was done; what is not here yet is shown as it is called. */
export const actionWords: Words = {
  'account.passkey_add': msg`Passkey added`,
  'account.passkey_remove': msg`Passkey removed`,
  'account.password': msg`Password changed`,
  'account.roles': msg`Roles changed`,
  'account.second_factor_off': msg`Second factor turned off`,
  'catalog.change': msg`Catalog changed`,
  'deposit.book': msg`Deposit booked`,
  'deposit.charge_back': msg`Deposit charged back`,
  'deposit.pay': msg`Deposit arrived`,
  'deposit.refund': msg`Deposit given back`,
  'deposit.refund_failed': msg`Giving a deposit back failed`,
  'deposit.reinstate': msg`Deposit reinstated`,
  'dispute.answer': msg`Dispute answered`,
  'dispute.concede': msg`Dispute conceded`,
  'dispute.decide': msg`Dispute decided`,
  'dispute.open': msg`Dispute opened`,
  'dispute.run_out': msg`Dispute ran out`,
  'dispute.stay_unanswered': msg`Dispute stayed unanswered`,
  'list.add': msg`Added to a list`,
  'list.create': msg`List made`,
  'list.delete': msg`List deleted`,
  'list.rename': msg`List renamed`,
  'list.remove': msg`Taken off a list`,
  'payout.create': msg`Payout created`,
  'payout.export': msg`Payout exported`,
  'report.accept': msg`Work accepted`,
  'report.bonus': msg`Bonus paid`,
  'report.dismiss_rejection': msg`Rejection not let pass`,
  'report.hold': msg`Work held`,
  'report.hold_rejection': msg`Rejection held`,
  'report.reject': msg`Work rejected`,
  'report.release': msg`Work released`,
  'report.rework': msg`Work sent back`,
  'report.withdraw': msg`Work taken back`,
  'report.withdraw_rejection': msg`Rejection taken back`,
  'reservation.revoke': msg`Reservation revoked`,
  'sanction.appeal': msg`Sanction appealed`,
  'sanction.end': msg`Sanction ended`,
  'sanction.impose': msg`Sanction imposed`,
  'sanction.lift': msg`Sanction lifted`,
  'sanction.uphold': msg`Sanction upheld`,
  'task.approve': msg`Offer approved`,
  'task.archive': msg`Offer archived`,
  'task.complete': msg`Offer completed`,
  'task.pause': msg`Offer paused`,
  'task.reject': msg`Offer rejected`,
  'task.reopen': msg`Offer reopened`,
  'task.resume': msg`Offer resumed`,
  'task.submit': msg`Offer submitted`,
  'task.suspend': msg`Offer stopped at once`,
  'task.update': msg`Offer changed`,
  'task.withdraw': msg`Offer taken back`,
  'webhook.disable': msg`Webhook disabled`,
  'webhook.fail': msg`Webhook not reached`,
  'withdrawal.approve': msg`Withdrawal approved`,
  'withdrawal.cancel': msg`Withdrawal taken back`,
  'withdrawal.fail': msg`Withdrawal failed`,
  'withdrawal.pay': msg`Withdrawal paid`,
  'withdrawal.reject': msg`Withdrawal refused`,
  'withdrawal.request': msg`Withdrawal requested`,
}

/** What can be done with something, or with anything: an action is called by its subject first. */
export const actionsOn = (subject: string | undefined): Words =>
  subject === undefined
    ? actionWords
    : Object.fromEntries(Object.entries(actionWords).filter(([action]) => action.startsWith(`${subject}.`)))

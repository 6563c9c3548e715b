/**
 * The kinds of events in the order of the documents, with what these and the console say of them. `serialize.ts` has their bodies
 * and examples.
 */
export const kinds = {
  'task.created': {
    summary: 'Task created',
    about: 'In either group, as a draft or submitted; `source` names the operation.',
    label: { en: 'Task created', ru: 'Задание создано' },
  },
  'task.completed': {
    summary: 'Task completed',
    about:
      'The last slot was accepted or the limit lowered to the accepted number (`limit_reached`), or `endsAtUtc` has passed and no work is open (`end_date_reached`). Sent after the `report.accepted` that completed it. `summary` has the amounts spent and released.',
    label: { en: 'Task completed', ru: 'Задание завершено' },
  },
  'report.submitted': {
    summary: 'Report submitted for review',
    about:
      'Decide before `reviewDeadlineAtUtc`, or it is auto-accepted. `resubmission`: it was returned for rework, and follows `previousRevision`.',
    label: { en: 'Submission received', ru: 'Работа отправлена' },
  },
  'report.accepted': {
    summary: 'Report accepted and its executor paid',
    about: '`charged` is the cost: reward, fee and add-ons.',
    label: { en: 'Submission accepted', ru: 'Работа принята' },
  },
  'report.rejected': {
    summary: 'Report rejected',
    about: 'Its slot is free again. The executor can appeal until `appealDeadlineAtUtc`.',
    label: { en: 'Submission rejected', ru: 'Работа отклонена' },
  },
  'balance.low': {
    summary: 'Available balance below its threshold',
    about: 'Sent once when it falls below the threshold, and again only after it has recovered well above it.',
    label: { en: 'Balance low', ru: 'Низкий баланс' },
  },
  'report.rework_requested': {
    summary: 'Report returned for rework',
    about: 'It is rejected if not resubmitted by `deadlineAtUtc`.',
    label: { en: 'Changes requested', ru: 'Возвращено на доработку' },
  },
  'report.disputed': {
    summary: 'Rejection appealed',
    about: 'Answer before `dispute.respondByUtc` of the report.',
    label: { en: 'Rejection disputed', ru: 'Отклонение оспорено' },
  },
  'report.withdrawn': {
    summary: 'Report withdrawn by its executor',
    about: 'Nothing is paid, and the slot is free again.',
    label: { en: 'Submission withdrawn', ru: 'Работа отозвана' },
  },
  'task.moderated': {
    summary: 'Task approved or rejected',
    about: '`task.moderation` has the same decision.',
    label: { en: 'Task approved or rejected', ru: 'Задание одобрено или отклонено' },
  },
  'task.paused': {
    summary: 'Task paused',
    about: "Also sent if an operator takes over the advertiser's pause. `reason` is the `statusReason` of the task.",
    label: { en: 'Task paused', ru: 'Задание приостановлено' },
  },
  'task.archived': {
    summary: 'Task archived',
    about:
      'By its advertiser. `summary` has the final counts and amounts; `held` pays for open work and appeals, whose reports have events of their own.',
    label: { en: 'Task archived', ru: 'Задание в архиве' },
  },
  'item.completed': {
    summary: 'Item has all its answers',
    about:
      'All answers to an item of a task are accepted. `answers` counts them, and `result` is there if the task has an `aggregation`; `GET /v1/tasks/{id}/results` has them. Sent after the `report.accepted` that completed it.',
    label: { en: 'Item completed', ru: 'Элемент готов' },
  },
  'reservation.created': {
    summary: 'Slot reserved by an executor',
    about:
      'Recorded only while one of your webhooks, enabled or not, lists this type. A rework has no event of its own: see `report.rework_requested`.',
    label: { en: 'Slot reserved', ru: 'Место занято' },
  },
  'reservation.expired': {
    summary: 'Reservation expired',
    about: 'Recorded like `reservation.created`, when the slot is free again or its executor reserves it again.',
    label: { en: 'Reservation expired', ru: 'Бронь истекла' },
  },
  'reservation.cancelled': {
    summary: 'Reservation cancelled',
    about:
      'Recorded like `reservation.created`. By its executor (`status` is `Cancelled`) or by an operator (`Revoked`).',
    label: { en: 'Reservation cancelled', ru: 'Бронь отменена' },
  },
  'reservation.screenedOut': {
    summary: 'Executor screened out',
    about:
      'Recorded like `reservation.created`, when the study turned an executor away. They were paid what the task sets for it, and the slot is free again.',
    label: { en: 'Screened out', ru: 'Не подошёл' },
  },
  'message.received': {
    summary: 'Message from an executor',
    about:
      'Without its text, which its author may erase: `GET /v1/conversations/{id}/messages` has it. `reportId` is null until work is submitted.',
    label: { en: 'Message received', ru: 'Получено сообщение' },
  },
}

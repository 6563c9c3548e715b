import { Type } from 'typebox'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { id, instant, known, nullable } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { aliasOf, isExpired, reservationStatuses, type TaskReservation } from './reservation.ts'

/** Group B: one slot held by an executor, for the advertiser. The context is the installation's key, from which aliases are made. */
export const taskReservationJson = serializer<TaskReservation, string>({ title: 'TaskReservation' })({
  id,
  taskId: [id, 'offer'],
  executorId: [
    Type.String({ description: 'Executor id as shown in reports' }),
    ({ advertiser, executor }, secretKey) => aliasOf(secretKey, advertiser, executor),
  ],
  kind: known('ReservationKind', ['Work', 'Rework'], 'Rework: of submitted work'),
  status: known('ReservationStatus', reservationStatuses),
  createdAtUtc: instant,
  expiresAtUtc: instant,
  endedAtUtc: nullable(instant),
})

/** An expired reservation is shown as Expired, whether or not the sweeper has processed it. */
export const serializeTaskReservations = (
  { now, ...list }: PageOf<TaskReservation> & { readonly now: Date },
  secretKey: string,
) =>
  mapItems(list, (reservation) => {
    const over = reservation.status === 'Active' && isExpired(reservation, now)
    return taskReservationJson.serialize(over ? { ...reservation, status: 'Expired' } : reservation, secretKey)
  })

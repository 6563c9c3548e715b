/** Whether completing the profile would remove a reason. */
export const isFixedByProfile = (codes: readonly string[]): boolean => codes.includes('profile_incomplete')

/** Whether the executor has the maximum number of active reservations. */
export const hasReachedReservationLimit = (codes: readonly string[]): boolean =>
  codes.includes('active_reservation_exists')

/** The records that an operator can have, and those that can have notes. */
export const assignableSubjects = ['offer', 'dispute', 'withdrawal', 'operatorRequest'] as const
export const notedSubjects = ['account', 'offer', 'dispute', 'withdrawal'] as const
export type AssignableSubject = (typeof assignableSubjects)[number]
export type NotedSubject = (typeof notedSubjects)[number]
export type DeskSubject = AssignableSubject | NotedSubject

/** The filter of operators' queues. */
export const assignedFilters = ['Mine', 'Unassigned'] as const
export type AssignedFilter = (typeof assignedFilters)[number]

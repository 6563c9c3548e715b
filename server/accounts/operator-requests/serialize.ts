import { Type } from 'typebox'
import { arrayOf, id, instant, known, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { roles } from '../account.ts'
import {
  type OperatorRequestView,
  operatorRequestKinds,
  operatorRequestStatuses,
  requestActions,
} from './operator-request.ts'

export const operatorRequestJson = serializer<OperatorRequestView>({ title: 'OperatorRequest' })({
  id,
  kind: known('OperatorRequestKind', operatorRequestKinds),
  accountId: [id, 'account'],
  email: Type.String({ description: 'The present address of the account' }),
  add: [arrayOf(known('Role', roles)), ({ addRoles }) => [...addRoles]],
  remove: [arrayOf(known('Role', roles)), ({ removeRoles }) => [...removeRoles]],
  newEmail: nullable(text),
  sanctionId: [nullable(id), 'sanction'],
  reason: text,
  status: known('OperatorRequestStatus', operatorRequestStatuses),
  requestedById: [id, 'requestedBy'],
  requestedAtUtc: instant,
  decidedById: [nullable(id), 'decidedBy'],
  decidedAtUtc: nullable(instant),
  refusal: nullable(Type.String({ description: 'Why it was refused' })),
  allowedActions: [arrayOf(text), (request) => requestActions(request, request.callerAccount)],
})

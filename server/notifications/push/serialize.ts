import { Type } from 'typebox'
import { serializer } from '../../values/requests/serializer.ts'
import type { PushState } from './push.ts'

export const pushStateJson = serializer<PushState>({ title: 'PushState' })({
  publicKey: Type.String({ description: 'The `applicationServerKey` of `PushManager.subscribe`, in base64url' }),
  isOn: Type.Boolean({ description: 'Whether the browser of this session gets push messages' }),
  others: Type.Integer({ description: 'In how many other browsers of the account they are on' }),
})

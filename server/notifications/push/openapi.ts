import { docsIn } from '../../values/requests/operation.ts'
import { pushStateJson } from './serialize.ts'

const publicKey = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
const endpoint = 'https://push.example.net/wpush/v2/gAAAAABkZ1'
const keys = { p256dh: publicKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
const stateWith = (isOn: boolean) => ({
  answers: { 200: { state: pushStateJson.serialize({ publicKey, isOn, others: 1 }) } },
})

export const pushDocs = docsIn('Notifications', {
  'GET /console/api/settings/push': {
    id: 'getPushState',
    summary: 'Read where push messages are on',
    ...stateWith(false),
  },
  'PUT /console/api/settings/push': {
    id: 'replacePushSubscription',
    summary: 'Switch push messages on in the browser of this session',
    about:
      'The body is what `PushManager.subscribe` returned. The browser then gets notifications of the kinds with `push`, until the session ends. Up to 10 browsers of an account get them; a further one ends the oldest.',
    body: { browser: { endpoint, keys } },
    ...stateWith(true),
  },
  'DELETE /console/api/settings/push': {
    id: 'deletePushSubscription',
    summary: 'Switch push messages off in the browser of this session',
    ...stateWith(false),
  },
})

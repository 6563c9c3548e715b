import { Type } from 'typebox'
import { serializer } from '../../values/requests/serializer.ts'
import type { AudienceSize } from './audience-size.ts'

const audienceSizeJson = serializer<AudienceSize>({ title: 'AudienceSize' })({
  atLeast: [
    Type.Integer({ description: 'Matching executors, rounded down to two digits; 0: fewer than `smallestCount`' }),
    'atLeast',
  ],
  smallestCount: [Type.Integer({ description: 'Smaller audiences are not told apart' }), 'smallestCount'],
})
export const audienceSizeSchema = audienceSizeJson.schema
export const serializeAudienceSize = audienceSizeJson.serialize

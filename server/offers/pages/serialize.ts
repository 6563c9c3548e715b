import { Type } from 'typebox'
import { openObject, text } from '../../values/requests/schema.ts'
import { pageKinds, shownKinds } from './page.ts'

/** A page in answers. */
export const pageAnswer = Type.Object(
  {
    kind: Type.String({ description: pageKinds.join(', ') }),
    answerSchema: openObject,
    show: Type.Optional(
      Type.Array(
        Type.Object(
          { kind: Type.String({ description: shownKinds.join(', ') }), value: text, label: Type.Optional(text) },
          { title: 'ShownOnPage' },
        ),
      ),
    ),
    html: Type.Optional(text),
    url: Type.Optional(text),
    opensIn: Type.Optional(Type.String({ description: 'frame, tab' })),
    signed: Type.Optional(Type.Boolean({ description: 'Whether the address is signed with the study secret' })),
  },
  { title: 'WorkPage', description: 'The page on which executors work. Absent: none' },
)

import { Type } from 'typebox'
import { arrayOf, id, instant, openObject, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { savedContent, type TaskTemplate } from './template.ts'

export const templateJson = serializer<TaskTemplate>({ title: 'TaskTemplate' })({
  id,
  name: text,
  content: [{ ...openObject, description: 'Members of TaskCreate, as they were saved' }, savedContent],
  updatedAtUtc: instant,
  allowedActions: [arrayOf(text), () => ['Delete']],
})

export const templatesSchema = Type.Object({ items: Type.Array(templateJson.schema) }, { title: 'TaskTemplates' })
export const serializeTemplates = (templates: readonly TaskTemplate[]) => ({
  items: templates.map((template) => templateJson.serialize(template)),
})

import { at } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { serializeTemplates, templateJson } from './serialize.ts'
import type { TaskTemplate } from './template.ts'

const template: TaskTemplate = {
  id: idOf(5),
  name: 'Weekly survey',
  content: { offerPriceId: 3, title: 'Answer a short survey', totalLimit: 50, minAge: 18 },
  updatedAt: at('10:00:00'),
}

export const templateDocs = docsIn('Offers', {
  'GET /api/advertiser/task-templates': {
    id: 'listTaskTemplates',
    summary: 'List your task templates',
    about: 'All of them, the one that was saved last first.',
    answers: { 200: { templates: serializeTemplates([template]) } },
  },
  'POST /api/advertiser/task-templates': {
    id: 'saveTaskTemplate',
    summary: 'Save a task template',
    about:
      'Replaces the template with the same name. The content may lack required members of a task; what is missing or no longer valid is refused when a task is created from it.',
    body: { template: { name: template.name, content: template.content } },
    answers: { 200: { template: templateJson.serialize(template) } },
    problems: ['too_many_templates'],
  },
  'DELETE /api/advertiser/task-templates/:templateId': {
    id: 'deleteTaskTemplate',
    summary: 'Delete a task template',
    answers: { 200: { template: templateJson.serialize(template) } },
    problems: ['template_not_found'],
  },
})

import { clientPackagePath } from './client-package.ts'
import type { Document } from './document.ts'

/** Returns the text of /llms.txt (llmstxt.org): what this API is, for language models that write programs. */
export function llmsText(a: Document, b: Document, publicUrl: string): string {
  const link = (path: string, name: string, about: string) => `- [${name}](${publicUrl}${path}): ${about}`
  return `# Task Marketplace

> A marketplace for small paid tasks. Advertisers create tasks; executors reserve a slot, do the work, upload proof and submit; advertisers accept or reject.

A program of an advertiser uses Group B (\`/v1\`) with an API key. Group A (\`/api\`) is for people's clients, with an access token.

${b.info.description.replace(/^## /gm, '### ')}

## Documents

${link('/v1/openapi.json', 'OpenAPI of Group B', 'every operation for programs, with examples and refusals')}
${link('/openapi.json', 'OpenAPI of Group A', 'executors, advertisers and operators')}
${link('/problems', 'Problems', 'every error code, what it means and what to do')}
${link(clientPackagePath, 'TypeScript client', '`npm install` takes this address')}
${link('/postman.json', 'Postman collection', 'both groups, with example bodies')}
${link('/docs', 'Reference', 'the same for people')}
${link('/mcp', 'MCP server', 'tools for assistants, with an API key as the bearer')}

## Group B

${operationsOf(b, '/v1')}

## Group A

${operationsOf(a, '')}
`
}

const operationsOf = ({ paths }: Document, prefix: string): string =>
  Object.entries(paths)
    .filter(([path]) => !path.startsWith('/console/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { summary }]) => `- \`${method.toUpperCase()} ${prefix}${path}\`: ${summary}`,
      ),
    )
    .join('\n')

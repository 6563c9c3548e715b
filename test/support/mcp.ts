import assert from 'node:assert/strict'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** Connects the official client to the MCP address of a market. */
export async function connect(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return client
}

/** Returns the texts of a result. */
export const textsOf = ({ content }: CallToolResult): string[] =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : []))

/** Returns the problem code of a refused call; undefined if it was carried out. */
export const errorOf = (result: CallToolResult): string | undefined =>
  result.isError ? (JSON.parse(textsOf(result).at(-1) ?? '{}') as { code: string }).code : undefined

/** Returns the structured answer of a call that must be carried out. */
export function dataOf(result: CallToolResult): any {
  assert.equal(result.isError, undefined, textsOf(result).join('\n'))
  return result.structuredContent
}

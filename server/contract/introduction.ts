/* The text with which the reference at /docs opens, in Markdown. */

type Credential = {
  readonly shown: string
  /** Where a holder gets one, and what limits it. */
  readonly about: string
}

type Introduction = {
  readonly audience: string
  readonly credential: Credential
  /** A first request that works for every caller. */
  readonly first: { readonly url: string; readonly answers: string }
  readonly more?: readonly string[]
}

const errors = `## Errors

Every error is a problem (RFC 9457) with a stable \`code\`, and \`errors\` names the wrong members. \`GET {base_url}/problems/{code}\` explains each code and
what to do. Log \`requestId\`, so that support can find the request. Records of other accounts are answered with 404. Unsupported methods return 405 with \`Allow\`; requests
that are too slow return 408, and too long headers return 431. The header \`Retry-After\` of 429 and 503 says when to repeat the request.`

const repeating = `## Repeating requests

Send an \`Idempotency-Key\`, such as a UUID, with every POST, PUT, PATCH and DELETE. A request that is repeated with the same key and body within 24 hours
takes effect once and gets the same answer. Every record that can change has an \`ETag\`. Send it as \`If-Match\`, and the change is refused if the record has
changed since you read it.`

const values = `## Values and versions

Bodies are JSON in UTF-8. Times are RFC 3339 in UTC. Money is a decimal number with up to four fraction digits. Ignore unknown members and enum values:
new ones may appear at any time. Anything that could break a program gets a new version.`

/** Sections for programs of advertisers. */
export const programSections = (clientUrl: string): readonly string[] => [
  `## TypeScript

\`\`\`sh
npm install ${clientUrl}
\`\`\`

It installs \`@task-marketplace/sdk\` from this marketplace: a typed client for TypeScript and JavaScript that repeats requests safely, reads lists and verifies
webhooks. Its \`README.md\` shows how.`,
  `## Webhooks

Instead of polling, register an address with \`POST /webhooks\`. Deliveries are signed by Standard Webhooks 1.0. Verify the signature of the body as it was
received, before you parse it. The same event may arrive twice, with the same \`id\`. \`GET /events\` returns the same events, including those that you missed.`,
  `## Sandbox

A test key (\`mkt_test_…\`) acts in the sandbox of its account, at the same addresses. The sandbox has test money, simulated executors, and a clock that you
can move forward. Test your program there first.`,
]

export const introductionOf = ({ audience, credential, first, more = [] }: Introduction): string =>
  [
    audience,
    `## First request

\`\`\`sh
curl -H "Authorization: Bearer ${credential.shown}" ${first.url}
\`\`\`

It answers ${first.answers}.`,
    `## Authentication\n\n${credential.about}`,
    errors,
    repeating,
    ...more,
    values,
  ].join('\n\n')

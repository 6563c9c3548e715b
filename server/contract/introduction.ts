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
what to do. Log \`requestId\`: support asks for it. Records of other accounts are answered with 404. Unsupported methods return 405 with \`Allow\`; requests
that are too slow return 408, requests with too long headers 431. 429 and 503 say in \`Retry-After\` when to repeat.`

const repeating = `## Repeating requests

Every POST, PUT, PATCH and DELETE takes an \`Idempotency-Key\`, such as a UUID. Repeated with the same key and body within 24 hours, it takes effect once
and has the same answer. Every record that can change has an \`ETag\`: with \`If-Match\`, a change is refused if someone else was faster.`

const values = `## Values and versions

Bodies are JSON in UTF-8. Times are RFC 3339 in UTC. Money is a decimal number with up to four fraction digits. Ignore unknown members and enum values:
new ones may appear at any time. Anything that could break a program gets a new version.`

/** Sections for programs of advertisers. */
export const programSections: readonly string[] = [
  `## Webhooks

Instead of asking again and again, register an address with \`POST /webhooks\`. Deliveries are signed by Standard Webhooks 1.0: verify the signature of the
body as it was sent. The same event may arrive twice, with the same \`id\`. \`GET /events\` is the same feed, to read what was missed.`,
  `## Sandbox

A test key (\`mkt_test_…\`) acts in a sandbox of the account, at the same addresses: with money from nothing, simulated executors, and a clock that can be
moved forward. Try a program there first.`,
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

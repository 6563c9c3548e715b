/**
 * The architecture as lists: every folder may import the folders to its left, never those to its right. The import rules
 * (`.dependency-cruiser.mjs`) are made of these lists, and `imports.test.ts` finds folders that no list names.
 */

/** The nouns of the server. */
export const nouns = [
  'accounts',
  'ledger',
  'payments',
  'catalog',
  'lists',
  'offers',
  'reservations',
  'proofs',
  'executions',
  'offer-reports',
  'audit',
  'webhooks',
  'notifications',
  'privacy',
]

/** The folders of large parts of the server. Their files beside the folders stand to the left of all of them. */
export const features: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'sanctions',
    'sessions',
    'sign-in',
    'email-change',
    'profile',
    'credentials',
    'management',
    'idempotency',
    'rate-limits',
  ],
  payments: ['stripe', 'deposits', 'withdrawals', 'payouts', 'refunds', 'booking-requests', 'balance'],
  offers: ['lifecycle', 'drafts', 'list', 'moderation', 'edit', 'offer-index', 'house-rules'],
  executions: [
    'completion-codes',
    'decisions',
    'auto-accept',
    'accept-rules',
    'report-counts',
    'reports',
    'report-export',
    'holds',
    'review',
    'rework',
    'submit',
    'fraud-checks',
    'review-context',
    'overturn',
    'disputes',
    'bonus',
    'accept',
    'bulk-review',
    'offer-detail',
    'stats',
    'reputation',
    'account-overview',
  ],
  reservations: ['available-offers', 'suspension'],
  proofs: ['images', 'uploads', 'sweep'],
  audit: ['books', 'stats'],
  webhooks: ['events', 'endpoints', 'deliveries', 'retention', 'health'],
  platform: [
    'config',
    'embedded-postgres',
    'observability',
    'storage',
    'database',
    'batching',
    'jobs',
    'metrics-endpoint',
    'mail',
    'outgoing-http',
    'http',
    'rate-limits',
    'load-shedding',
    'http-server',
  ],
  values: ['problems', 'transitions', 'requests', 'patterns'],
}

/**
 * Files in a feature that count as files beside the features: the home of a fact that the whole noun reads.
 */
export const sharedFiles: readonly string[] = [
  'executions/auto-accept/deadline.ts',
  'executions/auto-accept/sql-fragments.ts',
]

/** The folders of the console, in the order of the server. The files beside them gather: routes, and the program itself. */
export const consoleFolders: readonly string[] = [
  'ui',
  'accounts',
  'ledger',
  'payments',
  'catalog',
  'lists',
  'offers',
  'offer-reports',
  'reservations',
  'executions',
  'disputes',
  'audit',
  'moderation',
  'account-overview',
  'webhooks',
  'notifications',
  'shell',
  'routes',
]

/** The folders of large parts of the console. Their files beside the folders stand to the left of all of them. */
export const consoleFeatures: Readonly<Record<string, readonly string[]>> = {
  ui: ['charts', 'queue', 'lists', 'schema'],
  accounts: ['sign-in', 'security', 'credentials', 'sanctions', 'profile'],
  payments: ['withdrawals', 'payouts', 'refunds', 'deposits'],
  offers: ['form', 'find-work', 'my-offers'],
  executions: ['holds', 'review', 'stats', 'work'],
}

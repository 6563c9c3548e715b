/**
 * The architecture as lists: each folder may import the folders to its left, never those to its right. The import rules
 * (`.dependency-cruiser.mjs`) are generated from these lists, and `imports.test.ts` fails for folders that no list names.
 */

/** The feature folders of the server, in order. */
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
  'disputes',
  'reviews',
  'offer-reports',
  'audit',
  'webhooks',
  'notifications',
  'privacy',
  'site',
  'sandbox',
  'receipts',
  'mcp',
]

/** The subfolders of large server folders. Files in the folder itself come before all of its subfolders. */
export const features: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'sanctions',
    'sessions',
    'sign-in',
    'email-change',
    'profile',
    'spending',
    'credentials',
    'management',
    'operator-requests',
    'idempotency',
    'rate-limits',
  ],
  payments: [
    'stripe',
    'deposits',
    'withdrawals',
    'payouts',
    'refunds',
    'stripe-events',
    'booking-requests',
    'balance',
    'billing-details',
    'key-account',
  ],
  offers: [
    'pages',
    'rewards',
    'lifecycle',
    'drafts',
    'list',
    'moderation',
    'edit',
    'offer-index',
    'house-rules',
    'audience-size',
    'templates',
  ],
  executions: [
    'consistency',
    'completion-codes',
    'reports',
    'decisions',
    'accept-rules',
    'holds',
    'submit',
    'fraud-checks',
    'bonus',
    'offer-detail',
    'stats',
    'reputation',
    'account-overview',
  ],
  reservations: ['available-offers', 'suspension'],
  proofs: ['images', 'documents', 'uploads', 'sweep'],
  audit: ['ledger-check', 'stats'],
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
  values: ['problems', 'transitions', 'requests', 'csv', 'patterns', 'placeholders'],
}

/** Files in a subfolder that count as files of the parent, because all of the parent's subfolders use them. */
export const sharedFiles: readonly string[] = [
  'offers/pages/answer-schema.ts',
  'offers/pages/page.ts',
  'offers/rewards/reward.ts',
  'payments/deposits/deposit.ts',
  'payments/deposits/sql.ts',
  'payments/deposits/sql-reversals.ts',
  'platform/batching/queue.ts',
]

/** The folders of the console, in the order of the server. The files in the root import from all: routes, and the program itself. */
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
  'site',
  'shell',
  'routes',
]

/** The subfolders of large console folders. Files in the folder itself come before all of its subfolders. */
export const consoleFeatures: Readonly<Record<string, readonly string[]>> = {
  ui: ['input', 'markdown', 'charts', 'queue', 'lists', 'schema', 'undo'],
  accounts: ['sign-in', 'security', 'credentials', 'sanctions', 'profile'],
  payments: ['withdrawals', 'payouts', 'refunds', 'deposits'],
  offers: ['form', 'find-work', 'my-offers'],
  executions: ['holds', 'home', 'review', 'stats', 'work'],
}

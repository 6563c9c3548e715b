/** Returns the name of the member for a column: `created_at` becomes `createdAt`. */
export const camelCase = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

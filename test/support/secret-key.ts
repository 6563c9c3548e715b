/** The secret key of the markets of tests. */
export const secretKey = 'a secret key that only tests know, 32 characters'

/** Whether a page needs no session. */
export const isPublicPage = (path: string): boolean =>
  /^\/(?:sign-in|sign-up|verify|forgot-password|reset-password|(?:confirm|cancel)-email-change)\/?$/.test(path)

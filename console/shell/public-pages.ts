/** Whether a page needs no session. */
export const isPublicPage = (path: string): boolean =>
  /^\/(?:sign-in|sign-up|verify|forgot-password|reset-password|(?:confirm|cancel)-email-change)\/?$/.test(path)

/** Whether a page is shown only to signed-in users. The start page and unknown addresses are shown to everyone. */
export const isOwnPage = (path: string): boolean =>
  /^\/(?:executor|advertiser|operator|settings|notifications|join)(?:\/|$)/.test(path)

/** Whether a public page needs more width than a form. */
export const isWidePage = (path: string): boolean => /^\/(?:(?:help|terms|privacy|tasks\/\w+)\/?)?$/.test(path)

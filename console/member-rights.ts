const rolesOf = { managesOffers: ['Owner'], reviews: ['Owner', 'Reviewer'], pays: ['Owner', 'Finance'] } as const
type Right = keyof typeof rolesOf

/** Whether a member in this role has the right; without a role, for the person's own account. What records allow, their actions say. */
export const hasRight = (right: Right, role: string | undefined): boolean =>
  role === undefined || rolesOf[right].some((each) => each === role)

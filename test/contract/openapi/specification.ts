/** Operations required by the specification, with their paths: they must never be removed or renamed. */
export const operationsOfSpecification: readonly string[] = [
  'GET /api/advertiser/offers/categories',
  'GET /api/advertiser/offers/platforms',
  'GET /api/advertiser/offers/prices',
  'POST /api/advertiser/offers/draft',
  'POST /api/advertiser/offers/submit',
  'GET /api/executor/offers/available',
  'GET /api/executor/offers/available/{offerId}',
  'POST /api/executor/offers/{offerId}/reserve',
  'POST /api/executor/offers/{offerId}/proof/uploads',
  'POST /api/executor/offers/{offerId}/submit-execution',
  'POST /api/executor/offers/{offerId}/reservation/cancel',
  'POST /tasks',
  'GET /tasks',
  'GET /tasks/{id}',
  'PATCH /tasks/{id}',
  'DELETE /tasks/{id}',
  'GET /reports',
  'GET /reports/{id}',
  'POST /reports/{id}/accept',
  'POST /reports/{id}/reject',
]

/** Query parameters of the list of available offers in the specification. */
export const queryOfSpecification: readonly string[] = [
  'Search',
  'OfferCategoryId',
  'OfferPlatformId',
  'MinReward',
  'MaxReward',
  'ActivatedFrom',
  'ActivatedTo',
  'Page',
  'PageSize',
  'Locale',
]

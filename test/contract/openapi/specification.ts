/** The operations that the specification lists, by the paths that it writes: they may never go, or change their name. */
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

/** The query of the list of available offers, by the names that it gives. */
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

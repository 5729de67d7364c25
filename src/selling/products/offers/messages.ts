/** The texts of one-time offers, each exactly as specified where the specification has one. */
export const offerMessages = {
  created: 'oneTimeOffer created successfully',
  updated: 'one Time Offer updated successfully',
  createFailed: 'Something went wrong when creating oneTimeOffer',
  updateFailed: 'Something went wrong when updating one Time Offer',
  deleteFailed: 'Something went wrong when deleting one Time Offer',
} as const

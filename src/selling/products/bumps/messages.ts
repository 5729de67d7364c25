/** The texts of order bumps, each exactly as specified where the specification has one. */
export const bumpMessages = {
  created: 'bump created successfully',
  updated: 'bump updated successfully',
  createFailed: 'Something went wrong when creating bump',
  updateFailed: 'Something went wrong when updating bump',
  deleteFailed: 'Something went wrong when deleting bump',
} as const

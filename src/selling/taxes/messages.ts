/** The texts of taxes, each exactly as specified where the specification has one. */
export const taxMessages = {
  created: 'Tax rate created successfully',
  updated: 'Tax rate updated successfully',
  deleted: 'Tax rate deleted successfully',
  createFailed: 'Something went wrong when creating tax rate',
  updateFailed: 'Something went wrong when updating tax rate',
  deleteFailed: 'Something went wrong when deleting tax rate',
} as const

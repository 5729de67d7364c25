export const couponMessages = {
  created: 'Coupon created successfully',
  updated: 'Coupon updated successfully',
  deleted: 'Coupon deleted successfully',
  createFailed: 'Something went wrong when creating coupon',
  updateFailed: 'Something went wrong when updating coupon',
  deleteFailed: 'Something went wrong when deleting coupon',
} as const

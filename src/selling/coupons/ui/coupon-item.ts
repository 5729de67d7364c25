import { call } from '#accounts/identity/ui/session.ts'
import type { CatalogItem } from '#selling/catalog/ui/catalog-item.ts'
import { type Coupon, couponsContract } from '../contract.ts'
import type { EditedCoupon } from './coupon-values.ts'

const couponMessages = {
  created: 'Coupon created successfully',
  updated: 'Coupon updated successfully',
  deleted: 'Coupon deleted successfully',
  createFailed: 'Something went wrong when creating coupon',
  updateFailed: 'Something went wrong when updating coupon',
  deleteFailed: 'Something went wrong when deleting coupon',
} as const

/** Coupons, as their screens work with them. */
export const couponItem: CatalogItem<Coupon, EditedCoupon> = {
  key: ['coupons'],
  path: '/coupons',
  routes: {
    create: couponsContract.createCoupon,
    update: couponsContract.updateCoupon,
    remove: couponsContract.deleteCoupon,
  },
  list: async (query, signal) => call(couponsContract.listCoupons, { query, signal }),
  listChoices: async (page, signal) =>
    call(couponsContract.listCoupons, { query: { limit: 0, page }, signal }),
  read: async (id, signal) => call(couponsContract.getCoupon, { params: { id }, ...(signal && { signal }) }),
  create: async (body) => call(couponsContract.createCoupon, { body }),
  update: async (id, { code: _code, ...body }) =>
    call(couponsContract.updateCoupon, { params: { id }, body }),
  remove: async (id) => call(couponsContract.deleteCoupon, { params: { id } }),
  messages: couponMessages,
}

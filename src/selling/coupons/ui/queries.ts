import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { readAll } from '#web/kit/list/read-all.ts'
import { couponsContract } from '../contract.ts'

/** Every form of the shop, to choose from and to preview a coupon on. */
export const couponFormsQuery = queryOptions({
  queryKey: ['forms', 'for coupons'],
  queryFn: ({ signal }) =>
    readAll((page) => call(formsContract.listForms, { query: { limit: 0, page }, signal })),
})

/** For a form's check: the coupons' terms, and the state of the codes it links to. */
export function termsQuery(codes: readonly string[]) {
  return queryOptions({
    queryKey: ['coupons', 'terms', codes],
    queryFn: ({ signal }) => call(couponsContract.listTerms, { query: { codes: codes.join(',') }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function codesQuery(id: string, search: { readonly q: string; readonly page: number }) {
  return queryOptions({
    queryKey: ['coupons', 'codes', id, search],
    queryFn: ({ signal }) => call(couponsContract.listCodes, { params: { id }, query: search, signal }),
    placeholderData: keepPreviousData,
  })
}

/** All codes of a coupon that begin with `q`, for a file. */
export function readCodes(id: string, q: string) {
  return readAll((page) => call(couponsContract.listCodes, { params: { id }, query: { q, limit: 0, page } }))
}

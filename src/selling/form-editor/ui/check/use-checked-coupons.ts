import { useQuery } from '@tanstack/react-query'
import { reasonsAgainst } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import type { CheckedCoupons } from './finding.ts'
import type { FormValues } from '../editor/form-values.ts'
import { couponsContract, mostChecked } from '#selling/coupons/contract.ts'
import { linkedCodes } from './link-findings.ts'
import { termsQuery } from '#selling/coupons/ui/queries.ts'

/** What the check of a form knows of the shop's coupons; undefined while nothing is known, or nothing may be. */
export function useCheckedCoupons(formId: string | null, values: FormValues): CheckedCoupons | undefined {
  const state = useSellerState(true)
  const mayCall = useMayCall()
  const enabled =
    state !== undefined && reasonsAgainst('extras', state).length === 0 && mayCall(couponsContract.listTerms)
  const codes = [...new Set(linkedCodes(values).map(({ code }) => code))].slice(0, mostChecked.codes)
  const { data } = useQuery({ ...termsQuery(codes), enabled })
  return data && { formId, terms: data.data, codes: data.codes }
}

import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useFormState } from 'react-hook-form'
import { reasonsAgainst } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { couponsContract, mostChecked } from '#selling/coupons/contract.ts'
import { termsQuery } from '#selling/coupons/ui/queries.ts'
import type { FormValues } from '#selling/form-editor/ui/editor/form-values.ts'
import { type PageSection, useSections } from '#web/kit/layout/page-sections.ts'
import { useNow, useTypedValues, useSoldValues } from '#selling/form-editor/ui/editor/use-form-fields.ts'
import { useLoadedItems } from '../editor/loaded-items.ts'
import { type CheckedCoupons, type Finding, fieldIn } from './finding.ts'
import { findingsOf } from './findings.ts'
import { linkedCodes } from './coupon-findings.ts'

/**
 * The findings about the edited form, as typed. A new form has no id yet. While a new form is being filled in, only
 * fields that the seller has left are checked: `isBegun` is false until every required field was filled in or left, or
 * the seller tried to save.
 */
export function useFindings(formId: string | null): { findings: Finding[]; isBegun: boolean } {
  const typed = useTypedValues()
  const values = useSoldValues(typed)
  const known = useLoadedItems(values.taxId)
  const coupons = useCheckedCoupons(formId, values)
  const { submitCount, touchedFields } = useFormState<FormValues>()
  const all = findingsOf({ values, known, coupons, now: useNow() })
  const touched = new Set(Object.keys(touchedFields))
  const isMet = (name: 'title' | 'description' | 'image' | 'video') =>
    touched.has(name) || (typed[name] ?? '') !== ''
  const isFilled = isMet('title') && isMet('description') && (isMet('image') || isMet('video'))
  const isBegun = formId !== null || submitCount > 0 || isFilled
  return { findings: isBegun ? all : all.filter(({ field }) => touched.has(field)), isBegun }
}

/** The sections of the editor, with the number of findings in each. */
export function useEditorSections(
  editor: RefObject<HTMLFormElement | null>,
  findings: readonly Finding[],
): readonly PageSection[] {
  const told = findings.map(({ field }) => field).join()
  return useSections(editor, told, (form) => findings.flatMap(({ field }) => fieldIn(form, field) ?? []))
}

/** The shop's coupons for the check of a form. Undefined while loading, or if the member cannot read coupons. */
export function useCheckedCoupons(formId: string | null, values: FormValues): CheckedCoupons | undefined {
  const state = useSellerState(true)
  const mayCall = useMayCall()
  const enabled =
    state !== undefined && reasonsAgainst('extras', state).length === 0 && mayCall(couponsContract.listTerms)
  const codes = [...new Set(linkedCodes(values).map(({ code }) => code))].slice(0, mostChecked.codes)
  const { data } = useQuery({ ...termsQuery(codes), enabled })
  return data && { formId, terms: data.data, codes: data.codes }
}

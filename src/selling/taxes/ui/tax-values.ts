import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { readNumber } from '#foundation/typed/read-number.ts'
import { taxCreate, taxUpdate, type Tax, type TaxCreate } from '../contract.ts'

/** A tax as its editor holds it; the percentage as it is typed. */
const editedTax = z.object({
  title: taxCreate.shape.title,
  percentage: z.preprocess((typed: string) => readNumber(typed), taxCreate.shape.percentage),
  inclusive: z.boolean(),
  active: taxUpdate.shape.active.unwrap(),
})
export type TaxValues = { title: string; percentage: string; inclusive: boolean; active: boolean }
export type EditedTax = TaxCreate

/** How its editors check it. */
export const taxForm = {
  resolver: zodResolver<TaxValues, unknown, EditedTax>(editedTax),
  names: z.keyof(editedTax).options,
}

export const newTaxValues: TaxValues = { title: '', percentage: '0', inclusive: false, active: true }

export function taxValuesOf({ title, percentage, inclusive, active }: Tax): TaxValues {
  return { title, percentage: String(percentage), inclusive, active }
}

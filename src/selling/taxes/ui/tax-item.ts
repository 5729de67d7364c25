import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import type { Translations } from '#foundation/language/translations.ts'
import { readNumber } from '#foundation/typed/read-number.ts'
import type { CatalogItem } from '#selling/catalog/ui/catalog-item.ts'
import { type ListedTax, type Tax, taxCreate, type TaxCreate, taxesContract, taxUpdate } from '../contract.ts'

/** Texts about taxes, word for word if the specification has them. */
export const taxMessages = {
  created: () => t('Tax rate created successfully'),
  updated: () => t('Tax rate updated successfully'),
  deleted: () => t('Tax rate deleted successfully'),
  createFailed: () => t('Something went wrong when creating tax rate'),
  updateFailed: () => t('Something went wrong when updating tax rate'),
  deleteFailed: () => t('Something went wrong when deleting tax rate'),
} as const

/** How the screens read and change taxes. Forms can use active ones. */
export const taxItem: CatalogItem<Tax, EditedTax, ListedTax> = {
  key: ['taxes'],
  path: '/taxes',
  routes: {
    create: taxesContract.createTax,
    update: taxesContract.updateTax,
    remove: taxesContract.deleteTax,
  },
  list: async (query, signal) => call(taxesContract.listTaxes, { query, signal }),
  listChoices: async (page, signal) =>
    call(taxesContract.listTaxes, { query: { active: 'true', limit: 0, page }, signal }),
  read: async (id, signal) => call(taxesContract.getTax, { params: { id }, ...(signal && { signal }) }),
  create: async ({ title, percentage, inclusive, texts }) =>
    call(taxesContract.createTax, { body: { title, percentage, inclusive, texts } }),
  update: async (id, changed) =>
    call(taxesContract.updateTax, { params: { id }, body: taxUpdate.parse(changed) }),
  remove: async (id) => call(taxesContract.deleteTax, { params: { id } }),
  messages: taxMessages,
  // The specification requires tax queries to be retried once.
  retry: 1,
}

/** A tax in its editor, with the percentage as typed. */
const editedTax = z.object({
  title: taxCreate.shape.title,
  percentage: z.preprocess((typed: string) => readNumber(typed), taxCreate.shape.percentage),
  inclusive: z.boolean(),
  active: taxUpdate.shape.active.unwrap(),
  texts: taxUpdate.shape.texts.unwrap(),
})
export type TaxValues = {
  title: string
  percentage: string
  inclusive: boolean
  active: boolean
  texts: Translations
}
export type EditedTax = TaxCreate

/** The validation in the tax editors. */
export const taxForm = {
  resolver: zodResolver<TaxValues, unknown, EditedTax>(editedTax),
  names: z.keyof(editedTax).options,
}

export const newTaxValues: TaxValues = {
  title: '',
  percentage: '0',
  inclusive: false,
  active: true,
  texts: {},
}

export function taxValuesOf({ title, percentage, inclusive, active, texts }: Tax): TaxValues {
  return { title, percentage: String(percentage), inclusive, active, texts }
}

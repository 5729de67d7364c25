import { call } from '#accounts/identity/ui/session.ts'
import type { CatalogItem } from '#selling/catalog/ui/catalog-item.ts'
import { type Tax, taxesContract } from '../contract.ts'
import type { EditedTax } from './tax-values.ts'

/** The texts of taxes, each exactly as specified where the specification has one. */
export const taxMessages = {
  created: 'Tax rate created successfully',
  updated: 'Tax rate updated successfully',
  deleted: 'Tax rate deleted successfully',
  createFailed: 'Something went wrong when creating tax rate',
  updateFailed: 'Something went wrong when updating tax rate',
  deleteFailed: 'Something went wrong when deleting tax rate',
} as const

/** Taxes, as their screens work with them; forms choose from those that are active. */
export const taxItem: CatalogItem<Tax, EditedTax> = {
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
  create: async ({ title, percentage, inclusive }) =>
    call(taxesContract.createTax, { body: { title, percentage, inclusive } }),
  update: async (id, body) => call(taxesContract.updateTax, { params: { id }, body }),
  remove: async (id) => call(taxesContract.deleteTax, { params: { id } }),
  messages: taxMessages,
  // Queries of taxes are tried once more, and not oftener.
  retry: 1,
}

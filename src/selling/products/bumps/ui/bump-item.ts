import { call } from '#accounts/identity/ui/session.ts'
import type { CatalogItem } from '#selling/catalog/ui/catalog-item.ts'
import { type Bump, type BumpCreate, bumpsContract } from '../contract.ts'

/** The texts of order bumps, each exactly as specified where the specification has one. */
export const bumpMessages = {
  created: 'bump created successfully',
  updated: 'bump updated successfully',
  createFailed: 'Something went wrong when creating bump',
  updateFailed: 'Something went wrong when updating bump',
  deleteFailed: 'Something went wrong when deleting bump',
} as const

/** Order bumps, as their screens work with them. */
export const bumpItem: CatalogItem<Bump, BumpCreate> = {
  key: ['bumps'],
  path: '/bumps',
  routes: {
    create: bumpsContract.createBump,
    update: bumpsContract.updateBump,
    remove: bumpsContract.deleteBump,
  },
  list: async (query, signal) => call(bumpsContract.listBumps, { query, signal }),
  listChoices: async (page, signal) => call(bumpsContract.listBumps, { query: { limit: 0, page }, signal }),
  read: async (id, signal) => call(bumpsContract.getBump, { params: { id }, ...(signal && { signal }) }),
  create: async (body) => call(bumpsContract.createBump, { body }),
  update: async (id, body) => call(bumpsContract.updateBump, { params: { id }, body }),
  remove: async (id) => call(bumpsContract.deleteBump, { params: { id } }),
  messages: bumpMessages,
}

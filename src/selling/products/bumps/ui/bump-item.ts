import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import type { CatalogItem } from '#selling/catalog/ui/catalog-item.ts'
import {
  bump,
  type Bump,
  bumpCreate,
  type BumpCreate,
  bumpFields,
  bumpsContract,
  bumpUpdate,
  type ListedBump,
} from '#selling/products/contract.ts'

/** Texts about order bumps, word for word if the specification has them. */
export const bumpMessages = {
  created: () => t('bump created successfully'),
  updated: () => t('bump updated successfully'),
  createFailed: () => t('Something went wrong when creating bump'),
  updateFailed: () => t('Something went wrong when updating bump'),
  deleteFailed: () => t('Something went wrong when deleting bump'),
} as const

/** How the screens read and change order bumps. */
export const bumpItem: CatalogItem<Bump, BumpCreate, ListedBump> = {
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
  update: async (id, changed) =>
    call(bumpsContract.updateBump, { params: { id }, body: bumpUpdate.parse(changed) }),
  remove: async (id) => call(bumpsContract.deleteBump, { params: { id } }),
  messages: bumpMessages,
}

export type BumpValues = z.input<typeof bumpCreate>

/** The validation in the order bump editors. */
export const bumpForm = {
  resolver: zodResolver<BumpValues, unknown, BumpCreate>(bumpCreate),
  names: z.keyof(bumpCreate).options,
}

const defaults = bumpFields.omit({ title: true, description: true, image: true }).parse({})

export function newBumpValues(currency = defaults.currency): BumpValues {
  return { ...defaults, title: '', description: '', image: '', amount: null, files: [], currency }
}

export function bumpValuesOf(stored: Bump): BumpValues {
  const { id: _, ...values } = bump.parse(stored)
  return { ...values, files: values.files ?? [] }
}

import { z } from 'zod'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { savedView, savedViewsContract } from './contract.ts'
import { savedViewsHandlers } from './handlers.ts'
import { forgetMaker, forgetViews, listViews } from './store.ts'

/** Searches and filters of lists, kept under names. */
export function registerSavedViews({ serve, endAccount, exportAccount }: Registry, services: Services): void {
  serve(savedViewsContract, savedViewsHandlers(services))
  exportAccount({
    name: 'savedViews',
    schema: z.array(savedView.pick({ list: true, name: true, filter: true, isShared: true })),
    read: (db, sellerId, userId) => listViews(db, { sellerId, userId }),
  })
  endAccount({
    eraseUser: async ({ tx }, userId) => forgetMaker(tx, userId),
    closeSeller: async ({ tx }, sellerId) => forgetViews(tx, sellerId),
  })
}

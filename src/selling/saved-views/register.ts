import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { savedView, savedViewsContract } from './contract.ts'
import { listReadable, savedViewsHandlers } from './handlers.ts'
import { deleteViewsOfMaker, deleteViews } from './store.ts'

/** Named searches and filters of lists. */
export function registerSavedViews({ serve, endAccount, exportAccount }: Registry, services: Services): void {
  serve(savedViewsContract, savedViewsHandlers(services))
  exportAccount({
    name: 'savedViews',
    entity: null,
    schema: z.array(savedView.pick({ list: true, name: true, filter: true, isShared: true })),
    read: (db, _sellerId, caller) => listReadable(db, caller),
  })
  endAccount({
    eraseUser: async ({ tx }, userId) => deleteViewsOfMaker(tx, userId),
    closeSeller: async ({ tx }, sellerId) => deleteViews(tx, sellerId),
  })
}

import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { firstStepsContract } from './contract.ts'
import { hideSteps, readSteps } from './store.ts'

/** The steps of a new shop to its first sale. */
export function registerFirstSteps({ serve }: Registry, { db, clock }: Services): void {
  serve(firstStepsContract, {
    readFirstSteps: ({ caller }) => readSteps(db, caller.sellerId),
    async hideFirstSteps({ caller }) {
      await hideSteps(db, caller.sellerId, clock.now())
      return readSteps(db, caller.sellerId)
    },
  })
}

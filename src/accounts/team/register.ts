import { day, pruneOld, prunedEvery } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { teamContract } from './contract.ts'
import { HandoverOpen } from './errors.ts'
import { heldUntil, type TakeBackServices } from './handover.ts'
import { deleteHandoversOf } from './store.ts'
import { teamHandlers } from './handlers.ts'
import { teamMailWriters } from './write-team-mails.ts'

/** How long a change of owner is stored after it became final, because its email may still be waiting to be sent. */
const retention = 7 * day

export function registerTeam(
  { serve, writeMails, endAccount, work }: Registry,
  services: Services,
  { endSessions }: Pick<TakeBackServices, 'endSessions'>,
): void {
  const { config, clock, limiter } = services
  serve(teamContract, teamHandlers({ ...services, endSessions }, config, limiter))
  writeMails(teamMailWriters(config))
  endAccount({
    async checkSeller(db, sellerId) {
      const until = await heldUntil(db, sellerId, clock.now())
      if (until !== undefined) throw new HandoverOpen(until)
    },
    eraseUser: async ({ tx }, userId) => deleteHandoversOf(tx, userId),
  })
  work('old handovers', prunedEvery, () => pruneOld(services, 'handovers', retention))
}

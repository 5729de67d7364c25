import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { invitationsContract } from './contract.ts'
import { invitationsHandlers } from './handlers.ts'
import { writeInvitation } from './invitation-link.ts'

export function registerInvitations({ serve, writeMails, work }: Registry, services: Services): void {
  serve(invitationsContract, invitationsHandlers(services, services.config, services.limiter))
  work('old invitations', prunedEvery, () => pruneInvitations(services))
  writeMails({ invitation: async ({ data }) => writeInvitation(services.config, data) })
}

/** How long an invitation is kept after it expires, accepted or not, in seconds. */
const retention = 30 * day

export async function pruneInvitations(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'invitations', retention)
}

import { prunedEvery } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { invitationsContract } from './contract.ts'
import { invitationsHandlers } from './handlers.ts'
import { pruneInvitations } from './prune-invitations.ts'
import { writeInvitation } from './write-invitation.ts'

export function registerInvitations({ serve, writeMails, work }: Registry, services: Services): void {
  serve(invitationsContract, invitationsHandlers(services, services.config, services.limiter))
  work('old invitations', prunedEvery, () => pruneInvitations(services))
  writeMails({ invitation: async ({ data }) => writeInvitation(services.config, data) })
}

import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { invitationsContract } from './contract.ts'
import { invitationsHandlers } from './handlers.ts'
import { writeInvitation } from './write-invitation.ts'

export function registerInvitations({ serve, writeMails }: Registry, parts: Parts): void {
  serve(invitationsContract, invitationsHandlers(parts, parts.config, parts.limiter))
  writeMails({ invitation: async ({ data }) => writeInvitation(parts.config, data) })
}

import type { SendNotice } from '#buying/checkout/page-reply.ts'
import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { shortLinksContract } from './contract.ts'
import { shortLinksHandlers } from './handlers.ts'
import { registerShortLinks } from './redirect-route.ts'

export function registerSharing({ server, serve }: Registry, parts: Parts, sendNotice: SendNotice): void {
  serve(shortLinksContract, shortLinksHandlers(parts, parts.config.publicUrl))
  registerShortLinks(server, parts, (reply) => sendNotice(reply, 'unknown'))
}

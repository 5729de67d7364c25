import type { Parts } from '#parts.ts'
import type { Registry } from '#registry.ts'
import type { SendNotice } from '#checkout/page-reply.ts'
import { shortLinksContract } from './contract.ts'
import { shortLinksHandlers } from './handlers.ts'
import { registerShortLinks } from './redirect-route.ts'

export function registerSharing({ server, serve }: Registry, parts: Parts, sendNotice: SendNotice): void {
  serve(shortLinksContract, shortLinksHandlers(parts, parts.config.publicUrl))
  registerShortLinks(server, parts, (reply) => sendNotice(reply, 'unknown'))
}

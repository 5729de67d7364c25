import type { SendNotice } from '#buying/checkout/page/page-reply.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { shortLinksContract } from './contract.ts'
import { shortLinksHandlers } from './handlers.ts'
import { leadToMended } from './mend-address.ts'
import { registerShortLinks } from './redirect-route.ts'

export function registerSharing(
  { server, serve }: Registry,
  services: Services,
  sendNotice: SendNotice,
): void {
  serve(shortLinksContract, shortLinksHandlers(services, services.config.publicUrl))
  leadToMended(server)
  registerShortLinks(server, services, (reply) => sendNotice(reply, 'unknown'))
}

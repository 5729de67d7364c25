import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { contactContract } from './contract.ts'
import { contactHandlers } from './handlers.ts'
import { writeContactMail } from './write-contact-mail.ts'

export function registerContact({ serve, writeMails }: Registry, services: Services): void {
  serve(contactContract, contactHandlers(services, services.config.mail.contact))
  writeMails({ contact: async ({ data }) => writeContactMail(data) })
}

import type { Parts } from '#parts.ts'
import type { Registry } from '#registry.ts'
import { contactContract } from './contract.ts'
import { contactHandlers } from './handlers.ts'
import { writeContactMail } from './write-contact-mail.ts'

export function registerContact({ serve, writeMails }: Registry, parts: Parts): void {
  serve(contactContract, contactHandlers(parts, parts.config.mail.contact))
  writeMails({ contact: async ({ data }) => writeContactMail(data) })
}

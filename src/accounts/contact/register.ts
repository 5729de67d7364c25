import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { contactContract } from './contract.ts'
import { contactHandlers } from './handlers.ts'
import { writeContactMail } from './write-contact-mail.ts'

export function registerContact({ serve, writeMails }: Registry, parts: Parts): void {
  serve(contactContract, contactHandlers(parts, parts.config.mail.contact))
  writeMails({ contact: async ({ data }) => writeContactMail(data) })
}

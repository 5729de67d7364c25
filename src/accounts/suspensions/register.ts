import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { suspensionsContract } from './contract.ts'
import { suspensionsHandlers } from './handlers.ts'
import { suspensionMailWriters } from './write-suspension-mail.ts'

/** Operators stop what a seller sells, and let it go on. */
export function registerSuspensions({ serve, writeMails }: Registry, services: Services): void {
  serve(suspensionsContract, suspensionsHandlers(services))
  writeMails(suspensionMailWriters(services.config.publicUrl))
}

import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { onboardingContract } from './contract.ts'
import { onboardingHandlers } from './handlers.ts'
import { writeRestrictionMail } from './write-restriction-mail.ts'

export function registerOnboarding({ serve, writeMails }: Registry, parts: Parts): void {
  const { publicUrl } = parts.config
  serve(onboardingContract, onboardingHandlers(parts, publicUrl))
  writeMails({ account_restricted: async ({ data }) => writeRestrictionMail(publicUrl, data) })
}

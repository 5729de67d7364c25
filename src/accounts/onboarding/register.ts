import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { onboardingContract } from './contract.ts'
import { onboardingHandlers } from './handlers.ts'
import { writeDisconnectionMail, writeRestrictionMail } from './write-account-mails.ts'

export function registerOnboarding({ serve, writeMails }: Registry, services: Services): void {
  const { publicUrl } = services.config
  serve(onboardingContract, onboardingHandlers(services, publicUrl))
  writeMails({
    account_restricted: async ({ data }) => writeRestrictionMail(publicUrl, data),
    account_disconnected: async ({ data }) => writeDisconnectionMail(publicUrl, data),
  })
}

import { invalidRequest } from '#api/errors.ts'
import { platformAccount, type World } from '#world.ts'

/** @throws ApiError 400 if the connected account cannot charge */
export function checkMayCharge(world: World, account: string): void {
  if (account === platformAccount || world.store.accounts.get(account)?.charges_enabled === true) return
  throw invalidRequest(
    'Your account cannot currently make charges. Its onboarding must be completed before it can accept payments.',
  )
}

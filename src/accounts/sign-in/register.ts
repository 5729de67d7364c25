import type { Registry } from '#registry/registry.ts'
import { signInContract } from './contract.ts'
import { signInHandlers, type SignInServices } from './handlers.ts'

/** Sign-up, with the start of a new account: a shop and its plan, or the team of the invitation. */
export function registerSignIn(
  { serve, authorize }: Registry,
  identity: Omit<SignInServices, 'authorize'>,
): void {
  serve(signInContract, signInHandlers({ ...identity, authorize }))
}

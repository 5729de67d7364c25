import type { User } from '#accounts/identity/contract.ts'

/** Whether a person only runs the platform: a SuperAdmin who has not set up the shop that every account has. */
export function runsPlatformOnly(user: User | null, onboarding: string): boolean {
  return user?.role === 'SuperAdmin' && onboarding === 'uncompleted'
}

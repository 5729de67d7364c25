import type { User } from '#accounts/identity/contract.ts'

/** Whether a person only runs the platform. Every account has a shop, but this SuperAdmin has not set theirs up. */
export function runsPlatformOnly(user: User | null, onboarding: string): boolean {
  return user?.role === 'SuperAdmin' && onboarding === 'uncompleted'
}

import type { User } from '#accounts/identity/contract.ts'

/** Whether a person only runs the platform: a SuperAdmin who has not set up their own shop, which every account has. */
export function runsPlatformOnly(user: User | null, onboarding: string): boolean {
  return user?.role === 'SuperAdmin' && onboarding === 'uncompleted'
}

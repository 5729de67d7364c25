/** What people read of links, addresses and passwords. */
export const accountMessages = {
  linkOver: 'This link is no longer valid. Ask for a new one.',
  sameEmail: 'This is already your address',
  noPassword: 'This account has no password yet. Set one with “Forgot password?” on the sign-in page.',
} as const

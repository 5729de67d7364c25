/** What people read of links, addresses and passwords. */
export const accountMessages = {
  linkOver: 'This link is not valid any more. Ask for a new one.',
  sameEmail: 'This is your address already',
  noPassword: 'This account has no password yet. Set one with “Forgot password?” on the sign-in page.',
} as const

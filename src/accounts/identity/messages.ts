import { t } from '#foundation/language/t.ts'
/** The texts of failed sign-ins and sign-ups, by code and with the field that each belongs to. */
export const identityMessages = {
  'user-not-found': { field: 'email', message: 'User does not exist' },
  'wrong-password': { field: 'password', message: 'Wrong password ' },
  'invalid-email': {
    field: 'email',
    message: 'Invalid Email format , please verify the email you entered ',
  },
  'weak-password': { field: 'password', message: 'Password is weak ' },
  'email-already-in-use': { field: 'email', message: 'Email is already is use ' },
  other: { field: 'server', message: 'Server Error , please try again or contact admin' },
} as const

/** The texts of the profile's toasts. */
export const profileMessages = {
  edited: 'User edited successfully',
  editFailed: 'Something went wrong when editing user',
  emailFailed: 'Something went wrong when changing the email',
  passwordFailed: 'Something went wrong when changing the password',
  failed: 'Something went wrong, please try again',
} as const

/** Texts about second factors and passkeys, for the server and the screens. */
export const securityMessages = {
  codeRequired: 'Enter the code from your authenticator app, or a recovery code',
  wrongCode: 'That code is not correct. Wait for a new code and try again.',
  beginAgain: 'This setup has expired. Start again.',
  alreadyOn: 'Two-factor authentication is already on',
  notOn: 'Two-factor authentication is off',
  passkeyRefused: 'This passkey was not accepted. Try again.',
  passkeyUnknown: 'We do not recognize this passkey. Sign in with your password.',
  confirmFirst:
    'Confirm your email address first. Anything you add before that is removed when you confirm it.',
  onlySignIn:
    'This is your only way to sign in. Set a password first, with “Forgot password?” on the sign-in page.',
  noPassword: 'This account has no password. Confirm with a passkey or a connected sign-in.',
  otherPerson: (issuer: string) =>
    t('That {issuer} account is not connected to yours. Choose the one that is.', { issuer }),
  onlyWayIn: 'This passkey is your only way to sign in. Set a password first.',
} as const

/** Texts about links, addresses and passwords. */
export const accountMessages = {
  linkOver: 'This link is no longer valid. Ask for a new one.',
  sameEmail: 'This is already your email address',
  noPassword: 'This account has no password yet. Set one with “Forgot password?” on the sign-in page.',
} as const

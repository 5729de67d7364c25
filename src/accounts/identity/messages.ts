import { t } from '#foundation/language/t.ts'

/** The texts for failed sign-ins and sign-ups, by code and with the field where each appears. */
export const identityMessages = {
  'user-not-found': { field: 'email', message: () => t('User does not exist') },
  'wrong-password': { field: 'password', message: () => t('Wrong password ') },
  'invalid-email': {
    field: 'email',
    message: () => t('Invalid Email format , please verify the email you entered '),
  },
  'weak-password': { field: 'password', message: () => t('Password is weak ') },
  'email-already-in-use': { field: 'email', message: () => t('Email is already is use ') },
  other: { field: 'server', message: () => t('Server Error , please try again or contact admin') },
} as const

/** The texts of the profile's toasts. */
export const profileMessages = {
  edited: () => t('User edited successfully'),
  editFailed: () => t('Something went wrong when editing user'),
  emailFailed: () => t('Something went wrong when changing the email'),
  passwordFailed: () => t('Something went wrong when changing the password'),
  failed: () => t('Something went wrong, please try again'),
} as const

/** Texts about second factors and passkeys, for the server and the screens. */
export const securityMessages = {
  codeRequired: () => t('Enter the code from your authenticator app, or a recovery code'),
  wrongCode: () => t('That code is not correct. Wait for a new code and try again.'),
  beginAgain: () => t('This setup has expired. Start again.'),
  alreadyOn: () => t('Two-factor authentication is already on'),
  notOn: () => t('Two-factor authentication is off'),
  passkeyRefused: () => t('This passkey was not accepted. Try again.'),
  passkeyUnknown: () => t('We do not recognize this passkey. Sign in with your password.'),
  confirmFirst: () =>
    t('Confirm your email address first. Anything you add before that is removed when you confirm it.'),
  onlySignIn: () =>
    t('This is your only way to sign in. Set a password first, with “Forgot password?” on the sign-in page.'),
  noPassword: () => t('This account has no password. Confirm with a passkey or a connected sign-in.'),
  otherPerson: (issuer: string) =>
    t('That {issuer} account is not connected to yours. Choose the one that is.', { issuer }),
  onlyWayIn: () => t('This passkey is your only way to sign in. Set a password first.'),
} as const

/** Texts about emailed links, email addresses and passwords. */
export const accountMessages = {
  linkOver: () => t('This link is no longer valid. Ask for a new one.'),
  sameEmail: () => t('This is already your email address'),
  noPassword: () =>
    t('This account has no password yet. Set one with “Forgot password?” on the sign-in page.'),
} as const

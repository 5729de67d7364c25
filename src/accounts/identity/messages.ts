/** The texts of the profile's toasts. */
export const profileMessages = {
  edited: 'User edited successfully',
  editFailed: 'Something went wrong when editing user',
  emailFailed: 'Something went wrong when changing the email',
  passwordFailed: 'Something went wrong when changing the password',
  failed: 'Something went wrong, please try again',
} as const

/** What is said about second factors and passkeys, by the server and the screens. */
export const securityMessages = {
  codeRequired: 'Enter the code from your authenticator app, or a recovery code',
  wrongCode: 'This code is not correct. Wait for the next one and try again.',
  beginAgain: 'This setup has expired. Start again.',
  alreadyOn: 'Two-factor authentication is already on',
  notOn: 'Two-factor authentication is off',
  passkeyRefused: 'This passkey was not accepted. Try again.',
  passkeyUnknown: 'This passkey is not known here. Sign in with your password.',
  confirmFirst: 'Confirm your address first: anything added before that is removed when you confirm it.',
  onlySignIn:
    'This is your only way to sign in. Set a password first, with “Forgot password?” on the sign-in page.',
  noPassword: 'This account has no password. Confirm with a passkey or a connected sign-in.',
  otherPerson: (issuer: string) =>
    `That ${issuer} account is not connected to yours. Choose the one that is.`,
  onlyWayIn: 'This passkey is your only way to sign in. Set a password first.',
} as const

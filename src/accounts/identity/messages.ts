/** The texts of the profile's toasts. */
export const profileMessages = {
  edited: 'User edited successfully',
  editFailed: 'Something went wrong when editing user',
  emailFailed: 'Something went wrong when changing the e-mail',
  passwordFailed: 'Something went wrong when changing the password',
  failed: 'Something went wrong, please try again',
} as const

/** What is said about second factors and passkeys, by the server and the screens. */
export const securityMessages = {
  codeRequired: 'Enter the code of your authenticator app, or a recovery code',
  wrongCode: 'This code is not right. Wait for the next one and try again.',
  beginAgain: 'Begin again: this set-up is not there any more',
  alreadyOn: 'Two-factor authentication is on already',
  notOn: 'Two-factor authentication is off',
  passkeyRefused: 'This passkey was not accepted. Try again.',
  passkeyUnknown: 'This passkey is not known here. Sign in with your password.',
  confirmFirst: 'Confirm your address first: what is added before that ends when it is confirmed.',
  onlyWayIn: 'This passkey is your only way to sign in. Set a password first.',
} as const

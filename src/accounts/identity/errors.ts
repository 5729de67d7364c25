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

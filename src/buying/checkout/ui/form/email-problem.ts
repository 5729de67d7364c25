import { isEmail } from '#foundation/typed/read-email.ts'

/** What is wrong with an address that was read, in the API's words. */
export function emailProblem(plain: string): string | undefined {
  if (plain.length > 128) return 'to long'
  return isEmail(plain) ? undefined : 'Email is not valid'
}

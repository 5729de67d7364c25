import { maxText } from '#foundation/http/contract/messages.ts'
import { t } from '#foundation/language/t.ts'
import { readers } from './readers.ts'

/** The buyer's input, with a readable email address in the API's own form. */
export type Buyer = { readonly email: string; readonly name: string }
export type BuyerErrors = { readonly [Field in keyof Buyer]: string | undefined }

/** Checks the buyer's input by the API's rules. */
export function checkBuyer({ email, name }: Buyer): BuyerErrors {
  return {
    email: email === '' ? t('Enter your email') : readers?.emailProblem(email),
    name: name === '' ? t('Enter your name') : name.length > 120 ? maxText(120) : undefined,
  }
}

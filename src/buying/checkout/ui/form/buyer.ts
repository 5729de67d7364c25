import { maxText } from '#foundation/http/contract/messages.ts'
import { t } from '#foundation/language/t.ts'
import { readers } from './readers.ts'

/** The buyer's name and email address, in the format that the API accepts. */
export type Buyer = { readonly email: string; readonly name: string }
export type BuyerErrors = { readonly [Field in keyof Buyer]: string | undefined }

/** Checks the buyer's input with the same rules as the API. */
export function checkBuyer({ email, name }: Buyer): BuyerErrors {
  return {
    email: email === '' ? t('Enter your email') : readers?.emailProblem(email),
    name: name === '' ? t('Enter your name') : name.length > 120 ? maxText(120) : undefined,
  }
}

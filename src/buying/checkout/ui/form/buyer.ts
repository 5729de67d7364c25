import { maxText, requiredText } from '#foundation/http/contract/messages.ts'
import { readers } from './readers.ts'

/** The buyer's input, with a readable email address in the API's own form. */
export type Buyer = { readonly email: string; readonly name: string }
export type BuyerErrors = { readonly [Field in keyof Buyer]: string | undefined }

/** Checks the buyer's input by the API's rules, with the same messages. */
export function checkBuyer({ email, name }: Buyer): BuyerErrors {
  return {
    email: email === '' ? requiredText() : readers?.emailProblem(email),
    name: name === '' ? requiredText() : name.length > 120 ? maxText(120) : undefined,
  }
}

import { maxText, requiredText } from '#foundation/http/contract/messages.ts'
import { readers } from './readers.ts'

/** What the buyer typed, the address in the form in which the API keeps it once it can be read. */
export type Buyer = { readonly email: string; readonly name: string }
export type BuyerErrors = { readonly [Field in keyof Buyer]: string | undefined }

/** Checks what the buyer typed by the rules that the API has, with the same texts. */
export function checkBuyer({ email, name }: Buyer): BuyerErrors {
  return {
    email: email === '' ? requiredText : readers?.emailProblem(email),
    name: name === '' ? requiredText : name.length > 120 ? maxText(120) : undefined,
  }
}

import { maxText, requiredText } from '#foundation/http/messages.ts'

export type Buyer = { readonly email: string; readonly name: string }
export type BuyerErrors = { readonly email?: string; readonly name?: string }

/** The API's own rule for email addresses, written without its schema library. */
const address = /^[\w'+-]+(?:\.[\w'+-]+)*(?<!')@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Checks what the buyer typed by the rules that the API has, with the same texts. */
export function checkBuyer({ email, name }: Buyer): BuyerErrors {
  const emailError = checkEmail(email)
  const nameError = name === '' ? requiredText : name.length > 120 ? maxText(120) : undefined
  return {
    ...(emailError === undefined ? {} : { email: emailError }),
    ...(nameError === undefined ? {} : { name: nameError }),
  }
}

function checkEmail(email: string): string | undefined {
  if (email === '') return requiredText
  if (email.length > 128) return 'to long'
  return address.test(email) ? undefined : 'Email is not valid'
}

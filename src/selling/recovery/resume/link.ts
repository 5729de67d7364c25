import { resumeKey } from '#buying/checkout/resume/resume-key.ts'
import { withLanguage } from '#foundation/language/with-language.ts'
import { type Addresses, paymentPath } from '#payments/purchases/records/purchase-url.ts'

/** How long a link leads back to an order, in seconds. */
export const linkLifetime = 30 * 24 * 60 * 60

/** The link that leads a buyer back to their lost order, in its language. */
export function resumeUrl(
  { authSecret, publicUrl }: Addresses,
  { id, formId, language }: { readonly id: string; readonly formId: string; readonly language: string },
): string {
  const query = new URLSearchParams({ resume: resumeKey(authSecret, id) })
  return publicUrl + withLanguage(`${paymentPath(formId)}?${query.toString()}`, language)
}

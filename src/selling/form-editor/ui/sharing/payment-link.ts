import { copyText, linkMessages } from '#web/kit/feedback/copy-text.tsx'

/** The public address where buyers pay a form, which may open it with one of its prices. */
export function paymentLink(formId: string, priceId?: string): string {
  const query = priceId === undefined ? '' : `?price=${priceId}`
  return `${window.location.origin}/payment/${formId}${query}`
}

export async function copyPaymentLink(formId: string, priceId?: string): Promise<void> {
  await copyText(paymentLink(formId, priceId), linkMessages)
}

import { toast } from 'sonner'
import { copyMessages } from '#web/kit/copy-messages.ts'

/** The public address where buyers pay a form, which may open it with one of its prices. */
export function paymentLink(formId: string, priceId?: string): string {
  const query = priceId === undefined ? '' : `?price=${priceId}`
  return `${window.location.origin}/payment/${formId}${query}`
}

export async function copyPaymentLink(formId: string, priceId?: string): Promise<void> {
  try {
    // Absent where the page is not served securely.
    await navigator.clipboard.writeText(paymentLink(formId, priceId))
    toast.success(copyMessages.linkCopied)
  } catch {
    toast.error(copyMessages.linkCopyFailed)
  }
}

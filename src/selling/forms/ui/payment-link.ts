import { toast } from 'sonner'
import { copyMessages } from '#web/kit/copy-messages.ts'

/** The public address where buyers pay a form. */
export function paymentLink(formId: string): string {
  return `${window.location.origin}/payment/${formId}`
}

export async function copyPaymentLink(formId: string): Promise<void> {
  try {
    // Absent where the page is not served securely.
    await navigator.clipboard.writeText(paymentLink(formId))
    toast.success(copyMessages.linkCopied)
  } catch {
    toast.error(copyMessages.linkCopyFailed)
  }
}

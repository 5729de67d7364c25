import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { shortLinksContract } from '#selling/sharing/contract.ts'
import { formMessages } from '../messages.ts'

/** Asks the server for a form's short link and copies it. */
export async function copyShortLink(formId: string): Promise<void> {
  try {
    const link = await call(shortLinksContract.getShortLink, { params: { id: formId } })
    // Absent where the page is not served securely.
    await navigator.clipboard.writeText(link)
    toast.success(formMessages.shortLinkCopied)
  } catch {
    toast.error(formMessages.shortLinkCopyFailed)
  }
}

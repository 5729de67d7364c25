import { call } from '#accounts/identity/ui/session.ts'
import { formMessages } from '#selling/form-editor/messages.ts'
import { shortLinksContract } from '#selling/sharing/contract.ts'
import { copyText, linkMessages } from '#web/kit/feedback/copy-text.tsx'
import { noTags, tagged } from './link-tags.tsx'

/** A form's payment page URL, optionally opened with one of its prices. */
export function paymentLink(formId: string, priceId?: string): string {
  const query = priceId === undefined ? '' : `?price=${priceId}`
  return `${window.location.origin}/payment/${formId}${query}`
}

export async function copyPaymentLink(formId: string, priceId?: string): Promise<void> {
  await copyText(paymentLink(formId, priceId), linkMessages())
}

/** Loads a form's short link and copies it. */
export async function copyShortLink(formId: string, tags = noTags): Promise<void> {
  const link = call(shortLinksContract.getShortLink, { params: { id: formId } }).then((short) =>
    tagged(short, tags),
  )
  await copyText(link, { copied: formMessages.shortLinkCopied(), failed: formMessages.shortLinkCopyFailed() })
}

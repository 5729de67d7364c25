import { opensAt } from '#buying/consumer-law/right.ts'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { isSignature, signatureOf } from '#foundation/signature.ts'
import type { Receipt } from './store.ts'

/** How long a download's address works, in seconds. */
export const linkLifetime = 15 * 60

const fileUrl = /^\/api\/files\/([0-9a-f-]{36})$/

/** A file that came with a purchase; `size` is in bytes. */
export type Download = { readonly id: string; readonly name: string; readonly size: number }

/** The files that can be had now: none before the day on which they open. */
export function openDownloadsOf(receipt: Receipt, now: Date): Download[] {
  const opening = opensAt(receipt)
  return opening !== null && now <= opening ? [] : downloadsOf(receipt)
}

/**
 * The files of what was bought, the form's and its chosen bumps' or an offer's, each once; none before payment, after a
 * whole refund, once the buyer's bank has taken the money back, or once the buyer has withdrawn, however far that is.
 */
export function downloadsOf(receipt: Receipt): Download[] {
  const isPaid = receipt.status === 'paid' || receipt.status === 'partially_refunded'
  if (!isPaid || receipt.isTakenBack || receipt.isWithdrawn) return []
  const ofForm = receipt.kind === 'offer' ? [] : receipt.files
  const attached: FileAttachment[] = [ofForm, ...receipt.lines.map(({ files }) => files ?? [])].flat()
  const byId = new Map<string, Download>()
  for (const { name, size, url } of attached) {
    const id = fileUrl.exec(url)?.[1]
    if (id !== undefined && !byId.has(id)) byId.set(id, { id, name, size })
  }
  return [...byId.values()]
}

/** The address of a download, which works until `linkLifetime` after now, for this purchase and file alone. */
export function downloadPath(secret: string, purchaseId: string, fileId: string, now: Date): string {
  return `/purchases/${purchaseId}/files/${fileId}?${expiringQuery(secret, purchaseId, fileId, now, linkLifetime)}`
}

/** What stands for the invoice where a link names a file. */
export const invoiceFile = 'invoice'

/** How long the seller's link to an invoice works, in seconds: as long as a page of sales may stay open. */
const invoiceLifetime = 12 * 60 * 60

/** The address of a purchase's invoice for somebody who does not have the purchase's own secret, such as its seller. */
export function invoicePath(secret: string, purchaseId: string, now: Date): string {
  const query = expiringQuery(secret, purchaseId, invoiceFile, now, invoiceLifetime)
  return `/purchases/${purchaseId}/invoice.pdf?${query}`
}

function expiringQuery(secret: string, id: string, file: string, now: Date, lifetime: number): string {
  const expires = String(Math.floor(now.getTime() / 1000) + lifetime)
  return new URLSearchParams({
    expires,
    signature: signatureOf(secret, textOf(id, file, expires)),
  }).toString()
}

/** Whether an address was made by us, and whether its time is over. */
export function judgeLink(
  secret: string,
  link: {
    readonly purchaseId: string
    readonly fileId: string
    readonly expires: string
    readonly signature: string
  },
  now: Date,
): 'good' | 'expired' | 'forged' {
  const text = textOf(link.purchaseId, link.fileId, link.expires)
  if (!isSignature(secret, text, link.signature)) return 'forged'
  return Number(link.expires) * 1000 > now.getTime() ? 'good' : 'expired'
}

function textOf(purchaseId: string, fileId: string, expires: string): string {
  return `download:${purchaseId}:${fileId}:${expires}`
}

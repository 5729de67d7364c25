import { opensAt } from '#buying/consumer-law/right.ts'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import type { Keyed } from '#payments/purchases/purchase.ts'
import type { CaptionsOnPage, DownloadOnPage, VideoOnPage } from '#buying/receipts/page/purchase-data.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import type { Receipt } from '../store.ts'

/** How long a download's address works, in seconds. */
const linkLifetime = 15 * 60

/** How long a video's address works, in seconds: a lesson is looked at for an evening. */
const videoLifetime = 12 * 60 * 60

/** What an address of a file is for; one that was made for something else does not work. */
export type LinkKind = 'download' | 'video' | 'captions'

const fileUrl = /^\/api\/files\/([0-9a-f-]{36})$/

/** A file that came with a purchase; `size` is in bytes. */
export type Download = {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
}

/** The files that can be had now: none before the day on which they open. */
export function openDownloadsOf(receipt: Receipt, now: Date): Download[] {
  const opening = opensAt(receipt)
  return opening !== null && now <= opening ? [] : downloadsOf(receipt)
}

/**
 * The files of what was bought, the form's and its chosen bumps' or an offer's, each once; none before payment, after a
 * whole refund, be it on its way, once the buyer's bank has taken the money back, or once the buyer has withdrawn, however far that is. The
 * form's come with its full payments: after a trial that ended without one, or whose are all given back, only what was paid
 * beside it is left.
 */
export function downloadsOf(receipt: Receipt): Download[] {
  const isPaid = receipt.status === 'paid' || receipt.status === 'partially_refunded'
  if (!isPaid || receipt.isTakenBack || receipt.isWithdrawn || isGoingBack(receipt)) return []
  const isClosed = receipt.isTrialOver || receipt.isTrialReturned
  const attached = filesWith(isClosed ? { ...receipt, files: [] } : receipt)
  const byId = new Map<string, Download>()
  for (const { name, size, type, url } of attached) {
    const id = fileUrl.exec(url)?.[1]
    if (id !== undefined && !byId.has(id)) byId.set(id, { id, name, size, type })
  }
  return [...byId.values()]
}

/** All of it was given back, or is on its way. */
function isGoingBack({ total, refunds }: Pick<Receipt, 'total' | 'refunds'>): boolean {
  return total > 0 && refunds.reduce((sum, { amount }) => sum + amount, 0) >= total
}

/** The files that belong to what was bought, whether or not they are open. */
export function filesWith({
  kind,
  files,
  lines,
}: Pick<Receipt, 'kind' | 'files' | 'lines'>): FileAttachment[] {
  return [kind === 'offer' ? [] : files, ...lines.map((line) => line.files ?? [])].flat()
}

/** The address of a download, which works until `linkLifetime` after now, for this purchase and file alone. */
export function downloadPath(secret: string, purchase: Keyed, fileId: string, now: Date): string {
  const link = { kind: 'download', ...linkOf(purchase), fileId } as const
  return `/purchases/${purchase.id}/files/${fileId}?${expiringQuery(secret, link, now, linkLifetime)}`
}

type Play = {
  readonly kind: 'video' | 'captions'
  readonly purchase: Keyed
  readonly fileId: string
}

/** The address at which a video is played, or its captions are read, until `videoLifetime` after now. */
export function playPath(secret: string, { kind, purchase, fileId }: Play, now: Date): string {
  const purchaseId = purchase.id
  const link = { kind, ...linkOf(purchase), fileId }
  const query = expiringQuery(secret, link, now, videoLifetime)
  return `/purchases/${purchaseId}/files/${fileId}/${kind}?${query}`
}

/** What stands for the invoice where a link names a file: of whom it was given to, and nobody else. */
export function invoiceFileOf(userId: string): string {
  return `invoice of ${userId}`
}

/** How long the seller's link to an invoice works, in seconds: as long as a page of sales may stay open. */
const invoiceLifetime = 12 * 60 * 60

/**
 * The address of a purchase's invoice for somebody who does not have the purchase's own secret: a member of its seller, or
 * who looks after all. It works as long as they may read the sale.
 */
export function invoicePath(secret: string, purchaseId: string, userId: string, now: Date): string {
  const link = { kind: 'download', purchaseId, fileId: invoiceFileOf(userId), generation: '' } as const
  const query = expiringQuery(secret, link, now, invoiceLifetime)
  return `/purchases/${purchaseId}/invoice.pdf?${query}&for=${userId}`
}

type Link = {
  readonly kind: LinkKind
  readonly purchaseId: string
  readonly fileId: string
  /** Of the buyer's key that opened the page with the link: it ends with that. Empty for the first, and for a seller's link. */
  readonly generation: string
}

function linkOf({ id, keyGeneration }: Keyed): Pick<Link, 'purchaseId' | 'generation'> {
  return { purchaseId: id, generation: generationText({ keyGeneration }) }
}

/** What the links of a purchase's page say of the generation of its key. */
export function generationText({ keyGeneration }: Pick<Keyed, 'keyGeneration'>): string {
  return keyGeneration === 0 ? '' : String(keyGeneration)
}

function expiringQuery(secret: string, link: Link, now: Date, lifetime: number): string {
  const expires = String(Math.floor(now.getTime() / 1000) + lifetime)
  const { generation } = link
  return new URLSearchParams({
    expires,
    ...(generation !== '' && { generation }),
    signature: signatureOf(secret, textOf(link, expires)),
  }).toString()
}

/** Whether an address was made by us, and whether its time is over. */
export function judgeLink(
  secret: string,
  link: Link & { readonly expires: string; readonly signature: string },
  now: Date,
): 'good' | 'expired' | 'forged' {
  if (!isSignature(secret, textOf(link, link.expires), link.signature)) return 'forged'
  return Number(link.expires) * 1000 > now.getTime() ? 'good' : 'expired'
}

function textOf({ kind, purchaseId, fileId, generation }: Link, expires: string): string {
  const text = `${kind}:${purchaseId}:${fileId}:${expires}`
  return generation === '' ? text : `${text}:${generation}`
}

/** Videos that every browser plays, and as what it is told to. */
const playable: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
}
const captionsType = 'text/vtt'

/** The files of a purchase, at addresses made now. Captions are with the video that they are named after. */
export function describeDownloads(receipt: Receipt, secret: string, now: Date): DownloadOnPage[] {
  const files = openDownloadsOf(receipt, now)
  const shown = files.filter((file) => !files.some((video) => isCaptionsOf(file, video)))
  return shown.map((file) => ({
    name: file.name,
    size: file.size,
    path: downloadPath(secret, receipt, file.id, now),
    video: describeVideo(file, files, (kind, fileId) =>
      playPath(secret, { kind, purchase: receipt, fileId }, now),
    ),
  }))
}

type Address = (kind: 'video' | 'captions', fileId: string) => string

function describeVideo(file: Download, files: readonly Download[], addressOf: Address): VideoOnPage | null {
  const type = lookUp(playable, file.type)
  if (type === undefined) return null
  const captions = files
    .filter((other) => isCaptionsOf(other, file))
    .map((other) => ({ path: addressOf('captions', other.id), ...languageOf(other, file) }))
  return { path: addressOf('video', file.id), type, captions }
}

/** `Lesson 1.vtt` and `Lesson 1.de.vtt` belong to `Lesson 1.mp4`. */
function isCaptionsOf(file: Download, video: Download): boolean {
  return file.type === captionsType && video.type in playable && tagOf(file, video) !== undefined
}

const tag = /^\.([a-z]{2,3}(?:-[A-Za-z]{2,4})?)$/

/** The language's tag between the two names; empty where there is none, undefined where the names do not fit. */
function tagOf({ name }: Download, video: Download): string | undefined {
  const [stem, base] = [withoutEnding(name), withoutEnding(video.name)]
  if (!stem.startsWith(base)) return undefined
  const rest = stem.slice(base.length)
  return rest === '' ? '' : tag.exec(rest)?.[1]
}

function withoutEnding(name: string): string {
  return name.replace(/\.\w{1,10}$/, '')
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

function languageOf(file: Download, video: Download): Pick<CaptionsOnPage, 'language' | 'label'> {
  const language = tagOf(file, video) ?? ''
  return language === ''
    ? { language: null, label: 'Captions' }
    : { language, label: languages.of(language) ?? language }
}

import { currentLanguage, t } from '#foundation/language/t.ts'
import { opensAt } from '#buying/consumer-law/right.ts'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import type { Keyed } from '#payments/purchases/purchase.ts'
import type { CaptionsOnPage, DownloadOnPage, VideoOnPage } from '#buying/receipts/page/purchase-data.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import type { Receipt } from '../store.ts'

/** How long a download URL is valid, in seconds. */
const linkLifetime = 15 * 60

/** How long a video URL is valid, in seconds: long enough for an evening of lessons. */
const videoLifetime = 12 * 60 * 60

/** The purpose for which a file's URL is signed. It does not work for anything else. */
export type LinkKind = 'download' | 'video' | 'captions'

const fileUrl = /^\/api\/files\/([0-9a-f-]{36})$/

/** A purchased file; `size` is in bytes. */
export type Download = {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
}

export function openDownloadsOf(receipt: Receipt, now: Date): Download[] {
  const opening = opensAt(receipt)
  if (opening !== null && now <= opening) return []
  return downloadsOf(isAtRest(receipt, now) ? { ...receipt, files: [] } : receipt)
}

/** Whether a pause has closed the form's files. Extras that were paid separately stay available. */
export function isAtRest({ restsFrom }: Pick<Receipt, 'restsFrom'>, now: Date): boolean {
  return restsFrom !== null && restsFrom <= now.getTime()
}

/**
 * A purchase's files, each listed once. There are none before payment, or after a withdrawal, reversal or full refund,
 * even a pending one. If no full payment followed a trial, only extras that were paid separately keep their files.
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

/** Whether the whole purchase is refunded, or will be. */
function isGoingBack({ total, refunds }: Pick<Receipt, 'total' | 'refunds'>): boolean {
  return total > 0 && refunds.reduce((sum, { amount }) => sum + amount, 0) >= total
}

/** All files of a purchase, whether or not they are available. */
export function filesWith({
  kind,
  files,
  lines,
}: Pick<Receipt, 'kind' | 'files' | 'lines'>): FileAttachment[] {
  return [kind === 'offer' ? [] : files, ...lines.map((line) => line.files ?? [])].flat()
}

/** The path of a download. It is valid for `linkLifetime` and only for this purchase and file. */
export function downloadPath(secret: string, purchase: Keyed, fileId: string, now: Date): string {
  const link = { kind: 'download', ...linkOf(purchase), fileId } as const
  return `/purchases/${purchase.id}/files/${fileId}?${expiringQuery(secret, link, now, linkLifetime)}`
}

type Play = {
  readonly kind: 'video' | 'captions'
  readonly purchase: Keyed
  readonly fileId: string
}

/** The path of a video or its captions, valid for `videoLifetime`. */
export function playPath(secret: string, { kind, purchase, fileId }: Play, now: Date): string {
  const purchaseId = purchase.id
  const link = { kind, ...linkOf(purchase), fileId }
  const query = expiringQuery(secret, link, now, videoLifetime)
  return `/purchases/${purchaseId}/files/${fileId}/${kind}?${query}`
}

/** The id that an invoice link contains instead of a file's id. It ties the link to one member. */
export function invoiceFileOf(userId: string): string {
  return `invoice of ${userId}`
}

/** How long a seller's invoice link is valid, in seconds. A sale's page may stay open that long. */
const invoiceLifetime = 12 * 60 * 60

/**
 * The path of an invoice, or of the purchase's document `documentId`, as PDF or as data, for people without the
 * purchase's secret. It works as long as they have the right to read the sale.
 */
export function invoicePath(
  secret: string,
  purchaseId: string,
  userId: string,
  now: Date,
  documentId?: string,
  format: 'pdf' | 'xml' = 'pdf',
): string {
  const link = { kind: 'download', purchaseId, fileId: invoiceFileOf(userId), generation: '' } as const
  const query = expiringQuery(secret, link, now, invoiceLifetime)
  const document = documentId === undefined ? '' : `&document=${documentId}`
  return `/purchases/${purchaseId}/invoice.${format}?${query}&for=${userId}${document}`
}

type Link = {
  readonly kind: LinkKind
  readonly purchaseId: string
  readonly fileId: string
  /**
   * The generation of the purchase's key, because the link stops working with that key. Empty for the first generation
   * and for sellers.
   */
  readonly generation: string
}

function linkOf({ id, keyGeneration }: Keyed): Pick<Link, 'purchaseId' | 'generation'> {
  return { purchaseId: id, generation: generationText({ keyGeneration }) }
}

/** The generation of a purchase's key, as text for the links on its page. */
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

/** Video formats that every browser plays, with the content type they are sent as. */
const playable: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
}
const captionsType = 'text/vtt'

/** A purchase's files with new URLs. Captions are listed with the video that has the same name. */
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

/**
 * The language tag in the name of a caption file. Empty if it has none, undefined if the file does not belong
 * to the video.
 */
function tagOf({ name }: Download, video: Download): string | undefined {
  const [stem, base] = [withoutEnding(name), withoutEnding(video.name)]
  if (!stem.startsWith(base)) return undefined
  const rest = stem.slice(base.length)
  return rest === '' ? '' : tag.exec(rest)?.[1]
}

function withoutEnding(name: string): string {
  return name.replace(/\.\w{1,10}$/, '')
}

function languageOf(file: Download, video: Download): Pick<CaptionsOnPage, 'language' | 'label'> {
  const language = tagOf(file, video) ?? ''
  if (language === '') return { language: null, label: t('Captions') }
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'language' })
  return { language, label: names.of(language) ?? language }
}

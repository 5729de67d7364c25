import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findNewest } from '#accounts/uploads/file-versions.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import { sendFile, type Opening } from '#accounts/uploads/send-file.ts'
import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { recordFileOpening, recordOpening } from '#payments/purchases/records/record-performance.ts'
import { generationText, judgeLink, openDownloadsOf, type LinkKind } from './downloads.ts'
import { findReceipt, type Receipt } from '../store.ts'

const text = z.string().catch('')
const linkQuery = z.object({ expires: text, generation: text, signature: text })

/** The responses for missing and expired files. */
type Pages = {
  readonly noticing: (reply: FastifyReply, answer: () => Promise<FastifyReply>) => Promise<FastifyReply>
  readonly sendExpired: (reply: FastifyReply, receipt?: Receipt) => FastifyReply
}

type FileRequest = FastifyRequest<{ Params: { id: string; fileId: string } }>

/**
 * Serves a purchase's files at expiring URLs. Each request checks that the buyer still has access, so videos stop
 * playing after a refund.
 */
export function registerPurchaseFiles(
  app: FastifyInstance,
  services: Services,
  uploads: UploadServices,
  { noticing, sendExpired }: Pages,
): void {
  const { clock } = services
  const { authSecret } = services.config

  /** Records dispute evidence after a file was sent. If that fails, the file is not affected. */
  async function tryToRecordOpening(
    purchaseId: string,
    fileId: string,
    at: Date,
    isFurther: boolean,
  ): Promise<void> {
    try {
      await recordFileOpening(services.db, { purchaseId, fileId }, at, isFurther)
    } catch (error) {
      services.log.warn({ err: error, purchase: purchaseId }, 'the opening of a file was not recorded')
    }
  }

  /**
   * The id of the requested file, or of the one that has replaced it since the page was loaded. Undefined if the buyer
   * has access to neither.
   */
  async function findSent(receipt: Receipt, fileId: string, now: Date): Promise<string | undefined> {
    const had = new Set(openDownloadsOf(receipt, now).map((file) => file.id))
    if (had.has(fileId) || !isId(fileId)) return had.has(fileId) ? fileId : undefined
    const newest = (await findNewest(uploads.db, receipt.sellerId, [fileId])).get(fileId)
    return newest !== undefined && had.has(newest) ? newest : undefined
  }

  function answer(kind: LinkKind) {
    return (request: FileRequest, reply: FastifyReply) =>
      noticing(reply, async () => {
        const { id, fileId } = request.params
        const now = clock.now()
        const link = { kind, purchaseId: id, fileId, ...linkQuery.parse(request.query) }
        const judged = judgeLink(authSecret, link, now)
        const receipt = judged !== 'forged' && isId(id) ? await findReceipt(uploads.db, id) : undefined
        const isReplaced = receipt !== undefined && link.generation !== generationText(receipt)
        if (judged === 'expired' || isReplaced) return sendExpired(reply, receipt)
        const sent = receipt && (await findSent(receipt, fileId, now))
        if (receipt === undefined || sent === undefined) throw new NotFound()
        const opening: Opening = {
          // Recorded before the file is sent, because opening it may end the right of withdrawal and the
          // option to undo an offer.
          async begin() {
            if (!(await recordOpening(services.db, id, now))) throw new NotFound()
          },
          gone: (isFurther) => void tryToRecordOpening(id, sent, now, isFurther),
        }
        reply.header('referrer-policy', 'no-referrer')
        return sendFile(uploads, receipt.sellerId, `/api/files/${sent}`, {
          request,
          reply,
          isPlayed: kind !== 'download',
          // Captions belong to a video, whose opening is recorded separately.
          ...(kind !== 'captions' && { opening }),
        })
      })
  }

  const options = { config: { access: 'anyone' }, schema: { hide: true }, compress: false } as const
  app.get('/purchases/:id/files/:fileId', options, answer('download'))
  app.get('/purchases/:id/files/:fileId/video', options, answer('video'))
  app.get('/purchases/:id/files/:fileId/captions', options, answer('captions'))
}

import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Authorize, Handlers } from '#foundation/http/contract/routes.ts'
import { NotFound, NotSignedIn } from '#foundation/failures/failure.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { beginUpload } from './begin-upload.ts'
import { listMultipartUploads } from './multipart-store.ts'
import { completeUpload } from './complete-upload.ts'
import { fileRoutes, type FileAttachment, type uploadsContract } from '../contract.ts'
import { cancelUpload, endOf } from './end-upload.ts'
import { UnreadableUpload } from '../errors.ts'
import type { UploadServices } from './store-upload.ts'
import { sumUsage } from '../store.ts'
import { takePart } from './take-part.ts'

/** Uploads in parts, but the parts themselves. */
export function multipartHandlers(
  uploads: UploadServices,
  limiter: Limiter,
): Omit<Handlers<typeof uploadsContract>, 'deleteUpload'> {
  const { db, shopStorage } = uploads
  const completing = new Map<string, Promise<FileAttachment>>()
  return {
    async beginUpload({ caller, body, request }) {
      await limiter.take([{ rule: 'uploadFromAddress', subject: clientNetwork(request.ip) }])
      return beginUpload(uploads, caller, body)
    },
    async listBegun({ caller: { sellerId, userId, plan } }) {
      const [open, { bytes }] = await Promise.all([
        listMultipartUploads(db, sellerId, userId),
        sumUsage(db, sellerId),
      ])
      const unfinished = open.map((one) => {
        const { id, name, size, partSize, arrived } = one
        return {
          id,
          name,
          size,
          sent: Math.min(size, arrived * partSize),
          endsAt: endOf(one).toISOString(),
        }
      })
      return { unfinished, storage: { used: bytes, most: shopStorage[plan ?? 'BASIC'] } }
    },
    completeUpload({ caller: { sellerId }, params: { id } }) {
      // Not every storage bears being told twice at once.
      const key = `${sellerId} ${id}`
      const running = completing.get(key)
      if (running !== undefined) return running
      const making = completeUpload(uploads, sellerId, id).finally(() => completing.delete(key))
      completing.set(key, making)
      return making
    },
    async cancelUpload({ caller, params }) {
      await cancelUpload(uploads, caller.sellerId, params.id)
      return {}
    },
  }
}

const partParams = z.object({ id: z.string(), number: z.coerce.number() })
/** Eight megabytes over a slow line, in milliseconds; the browser waits as long. */
const partTime = 300_000

/** Takes the parts: their bodies are bytes, which go to their place as they arrive. */
export function registerParts(app: FastifyInstance, uploads: UploadServices, authorize: Authorize): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    scope.route({
      method: 'PUT',
      url: '/api/uploads/begun/:id/parts/:number',
      config: { ...fileRoutes.uploadPart, bodyTime: partTime },
      schema: {
        operationId: 'uploadPart',
        summary:
          'Sends one part of an upload as `application/octet-stream`; the same part again changes nothing. Answers which have arrived',
        tags: ['uploads'],
        security: [{ bearer: [] }],
        response: { 200: z.object({ arrived: z.array(z.number().int()) }) },
      },
      preValidation: async (request) => {
        request.caller = await authorize(request, fileRoutes.uploadPart)
      },
      handler: async (request, reply) => {
        const { caller, body, headers } = request
        if (caller === null) throw new NotSignedIn()
        const { id, number } = partParams.safeParse(request.params).data ?? {}
        if (id === undefined || number === undefined) throw new NotFound()
        if (!(body instanceof Readable)) throw new UnreadableUpload(new Error('There is no body'))
        const size = Number(headers['content-length'])
        try {
          const arrived = await takePart(uploads, caller.sellerId, id, { number, size, content: body })
          return await reply.header('cache-control', 'no-store').send({ arrived })
        } finally {
          // What is left of a refused body is read and thrown away, so that the client gets to reading our answer.
          request.raw.resume()
        }
      },
    })
  })
}

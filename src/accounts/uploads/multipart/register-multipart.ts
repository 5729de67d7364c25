import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Authorize, Handlers } from '#foundation/http/contract/routes.ts'
import { found, NotFound, NotSignedIn } from '#foundation/failures/failure.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { readUser } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { cleanName } from '#accounts/uploads/judge/file-names.ts'
import { demandDiskRoom } from '#accounts/uploads/storage/folder-storage.ts'
import { judgeBeginning } from '#accounts/uploads/judge/judge-file.ts'
import {
  type BeginUpload,
  type FileAttachment,
  fileRoutes,
  largestFile,
  type MultipartUpload,
  type uploadsContract,
} from '../contract.ts'
import { AddressUnconfirmed, FileTooLarge, UnreadableUpload } from '../errors.ts'
import { sumUsage } from '../store.ts'
import {
  findSame,
  insertMultipartUpload,
  listMultipartUploads,
  listParts,
  type MultipartUploadRow,
  saveStorageId,
  sumAhead,
} from './multipart-store.ts'
import { cancelUpload, endOf, completeUpload } from './end-upload.ts'
import { demandRoom, type Uploader, type UploadServices } from './store-upload.ts'
import { takePart } from './take-part.ts'

/** The routes of uploads in parts, except the one that receives the parts. */
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
      // Some storages fail on two simultaneous requests for the same upload.
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
/** The time that eight megabytes take over a slow connection, in milliseconds. The browser waits as long. */
const partTime = 300_000

/** Receives the parts, whose bodies are bytes and are stored as they arrive. */
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
          'Sends one part of an upload as `application/octet-stream`; sending the same part again changes nothing. Returns which parts have arrived',
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
        if (!(body instanceof Readable)) throw new UnreadableUpload(new Error('The request has no body'))
        const size = Number(headers['content-length'])
        try {
          const arrived = await takePart(uploads, caller.sellerId, id, { number, size, content: body })
          return await reply.header('cache-control', 'no-store').send({ arrived })
        } finally {
          // Reads and discards the rest of a rejected body, so that the client reads our response.
          request.raw.resume()
        }
      },
    })
  })
}

/** The size of a part in bytes: more than a bucket's minimum, and small enough for any proxy and a slow connection. */
const partSize = 8 * 1024 * 1024

type BeginningUploader = Uploader & Pick<Caller, 'onboardingStatus'>

/**
 * Starts an upload in parts, or continues the same file's upload. Only arriving parts extend its time. Before a byte is
 * sent, this checks the file's type by its beginning, its size and the available room. People without a Stripe account
 * have to confirm their email address first. Throws FileNotSupported, FileTooLarge, AddressUnconfirmed, StorageFull and
 * NoRoom.
 */
async function beginUpload(
  uploads: UploadServices,
  { sellerId, userId, plan, onboardingStatus }: BeginningUploader,
  { name: given, size, type: modelType, modifiedAt, beginning }: BeginUpload,
): Promise<MultipartUpload> {
  const { db, clock } = uploads
  const name = cleanName(given)
  const same = { sellerId, userId, name, size, modifiedAt }
  const begun = await findSame(db, same)
  if (begun !== undefined) return describe(uploads, begun)
  if (size > largestFile) throw new FileTooLarge(name, largestFile)
  const { type, extension } = await judgeBeginning(name, size, Buffer.from(beginning, 'base64'))
  const isKnown = onboardingStatus === 'completed' || (await readUser(db, userId)).emailVerified
  if (!isKnown) throw new AddressUnconfirmed()
  await demandDiskRoom(uploads, name, (await sumAhead(db)) + size)
  const id = newId()
  const path = `users/${userId}/uploads/${modelType}-${id}.${extension}`
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await demandRoom(tx, { sellerId, name, size }, uploads.shopStorage[plan ?? 'BASIC'])
    await insertMultipartUpload(tx, {
      ...same,
      id,
      path,
      type,
      partSize,
      storageId: null,
      createdAt: at,
      touchedAt: at,
      endingAt: null,
    })
  })
  // The upload was canceled elsewhere between two statements.
  const pending = found(await findSame(db, same))
  return describe(uploads, pending)
}

/** If two tabs start the same file at the same time, the later one's upload in the storage is canceled. */
async function describe(
  { db, storage }: UploadServices,
  pending: MultipartUploadRow,
): Promise<MultipartUpload> {
  if (pending.storageId === null) {
    const storageId = await storage.parts.begin(pending)
    const isSaved = await saveStorageId(db, pending.id, storageId)
    if (!isSaved && storageId !== pending.id) await storage.parts.giveUp({ ...pending, storageId })
  }
  const arrived = await listParts(db, pending.id)
  return {
    id: pending.id,
    name: pending.name,
    size: pending.size,
    partSize: pending.partSize,
    arrived: arrived.map(({ number }) => number),
  }
}

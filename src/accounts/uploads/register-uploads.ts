import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { readFields } from '#foundation/http/input/check-input.ts'
import type { Admission } from '#foundation/http/contract/contract.ts'
import { NotFound, NotSignedIn } from '#foundation/failures/failure.ts'
import { serve, type Authorize, type Doors } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import {
  fileAttachment,
  fileFields,
  fileRoutes,
  maximumPicture,
  maximumUpload,
  modelType,
  pictureFields,
  storedPicture,
  uploadsContract,
} from './contract.ts'
import { UploadNeedsSignIn } from './errors.ts'
import type { UploadServices } from './multipart/store-upload.ts'
import { pictureWidths } from './pictures/picture-sources.ts'
import { createPictures } from './pictures/picture-widths.ts'
import { multipartHandlers, registerParts } from './multipart/register-multipart.ts'
import { multipartLimits, receiveUpload } from './receive-upload.ts'
import { sendFile, sendPicture } from './send-file.ts'
import { storeFile } from './store-file.ts'
import { storePicture } from './pictures/store-picture.ts'
import { deleteUpload } from './storage/stored-files.ts'

/**
 * Routes that upload, delete and serve pictures and files. Only these accept multipart bodies, because the parser is
 * registered in their own scope.
 */
export function registerUploads(
  app: FastifyInstance,
  uploads: UploadServices,
  doors: Doors,
  limiter: Limiter,
): void {
  const { authorize } = doors
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    receiving(scope, uploads, authorize, limiter)
  })
  registerParts(app, uploads, authorize)
  serve(
    app,
    uploadsContract,
    {
      ...multipartHandlers(uploads, limiter),
      async deleteUpload({ caller, query }) {
        await deleteUpload(uploads, caller.sellerId, query.path)
        return {}
      },
    },
    doors,
  )
  serving(app, uploads, authorize)
}

/** The time that fifty megabytes take over a slow connection, in milliseconds. The browser waits as long. */
const uploadTime = 300_000

function receiving(
  scope: FastifyInstance,
  uploads: UploadServices,
  authorize: Authorize,
  limiter: Limiter,
): void {
  const admit = (admission: Admission) => async (request: FastifyRequest) => {
    request.caller = await authorizeUpload(authorize, request, admission)
    await limiter.take([{ rule: 'uploadFromAddress', subject: clientNetwork(request.ip) }])
  }
  const schema = { tags: ['uploads'], consumes: ['multipart/form-data'], security: [{ bearer: [] }] }

  scope.route({
    method: 'POST',
    url: '/api/uploads/pictures',
    config: { ...fileRoutes.uploadPicture, multipart: pictureFields, bodyTime: uploadTime },
    schema: {
      ...schema,
      operationId: 'uploadPicture',
      summary:
        'Stores a public picture: `file` (PNG, JPG, GIF or WebP up to 50MB, 100 megapixels and 30,000 pixels on a side, kept at most 1600 pixels wide) and its `type`',
      response: { 201: storedPicture },
    },
    preValidation: admit(fileRoutes.uploadPicture),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const url = await receiveUpload(request, maximumPicture, async (file, fields) => {
        const { type } = readFields(pictureFields, fields)
        return storePicture(uploads, caller, type, file.path, file.name)
      })
      return reply.status(201).send({ url })
    },
  })

  scope.route({
    method: 'POST',
    url: '/api/uploads/files',
    config: { ...fileRoutes.uploadFile, multipart: fileFields, bodyTime: uploadTime },
    schema: {
      ...schema,
      operationId: 'uploadFile',
      summary: 'Stores a `file` for sale: images, videos, PDF, Word, Excel, plain text and CSV up to 10MB',
      response: { 201: fileAttachment },
    },
    preValidation: admit(fileRoutes.uploadFile),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const attachment = await receiveUpload(request, maximumUpload, async (file, fields) => {
        const { type } = readFields(fileFields, fields)
        return storeFile(uploads, caller, type, file)
      })
      return reply.status(201).send(attachment)
    },
  })
}

const pictureName = new RegExp(`^(?:${modelType.options.join('|')})-[0-9a-f-]{36}\\.(webp|png|avif|jpg)$`)
const pictureParams = z.object({ name: z.string() })
/** Other parameters in a picture's URL are ignored. */
const pictureQuery = z.looseObject({
  w: z
    .enum(pictureWidths.map(String), {
      error: () => t('Choose one of {widths}', { widths: pictureWidths.join(', ') }),
    })
    .transform((width) => pictureWidths.find((known) => String(known) === width))
    .optional(),
})
const fileParams = z.object({ id: z.string() })

function serving(app: FastifyInstance, uploads: UploadServices, authorize: Authorize): void {
  const pictures = createPictures(uploads.storage)

  app.route({
    method: 'GET',
    url: '/pictures/:name',
    config: { access: 'anyone' },
    schema: {
      operationId: 'getPicture',
      summary:
        'Serves a public picture as WebP or AVIF, `w` pixels wide; for readers without these formats, as a small PNG, or as a JPEG for link previews',
      tags: ['uploads'],
    },
    handler: async (request, reply) => {
      const { name } = pictureParams.parse(request.params)
      const { w } = readFields(pictureQuery, request.query)
      const type = pictureName.exec(name)?.[1]
      const path = `pictures/${name}`
      const stored = path.replace(/\.\w+$/, '.webp')
      const read = {
        webp: () => pictures.read(stored, w),
        avif: () => pictures.readAvif(stored, w ?? 1280),
        png: () => pictures.readPng(stored),
        jpg: () => pictures.readPreview(stored),
      }
      const picture =
        type === 'webp' || type === 'avif' || type === 'png' || type === 'jpg'
          ? await read[type]()
          : undefined
      if (picture === undefined) throw new NotFound()
      return sendPicture(reply, picture, type === 'jpg' ? 'image/jpeg' : `image/${type}`)
    },
  })

  app.route({
    method: 'GET',
    url: '/api/files/:id',
    config: fileRoutes.downloadFile,
    compress: false,
    schema: {
      operationId: 'downloadFile',
      summary: "Downloads one of the seller's files, or the part of it that a `Range` header asks for",
      tags: ['uploads'],
      security: [{ bearer: [] }],
    },
    preValidation: async (request) => {
      request.caller = await authorize(request, fileRoutes.downloadFile)
    },
    handler: async (request, reply) => {
      const { id } = fileParams.parse(request.params)
      return sendFile(uploads, callerOf(request).sellerId, `/api/files/${id}`, { request, reply })
    },
  })
}

async function authorizeUpload(
  authorize: Authorize,
  request: FastifyRequest,
  admission: Admission,
): Promise<Caller | null> {
  try {
    return await authorize(request, admission)
  } catch (error) {
    throw error instanceof NotSignedIn ? new UploadNeedsSignIn() : error
  }
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new NotSignedIn()
  return caller
}

import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { idParams, type Admission, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { number, text, uuid, whenMissing } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'

/** The error if an upload does not belong to the seller, or is gone. */
export const uploadAgain = {
  picture: () => t('Upload the picture again'),
  file: () => t('Upload the file again'),
} as const

/** The error if the given details of a file differ from the stored ones. */
export const storedOtherwise = (field: 'name' | 'size' | 'type', stored: string | number) =>
  t('The {field} of the uploaded file is {stored}', { field, stored })

/** A stored file that is part of an item for sale. `size` is in bytes, and `url` is a path on our own server. */
export const fileAttachment = z.object({
  name: text(255).min(1, { error: messages.required }),
  url: text(2048).min(1, { error: messages.required }),
  size: number.int().min(0),
  type: text(255).min(1, { error: messages.required }),
})
export type FileAttachment = z.output<typeof fileAttachment>

/** A file in the export. Its content is at `url`, whole or in parts. */
export const exportedFile = z.object({
  ...fileAttachment.shape,
  name: z.string(),
  type: z.string(),
  createdAt: z.iso.datetime(),
})

/** How many files a form, bump or offer can have. */
export const mostFiles = 20

export const tooManyAttached = () => t('You can attach up to {mostFiles} files', { mostFiles })

export const fileAttachments = z
  .array(fileAttachment)
  .max(mostFiles, { error: tooManyAttached })
  .superRefine((files, context) => {
    for (const [index, { url }] of files.entries()) {
      if (files.findIndex((file) => file.url === url) === index) continue
      context.addIssue({
        code: 'custom',
        path: [index, 'url'],
        message: t('This file is already in the list'),
      })
    }
  })

/** A stored picture, as the URL that its upload returned. */
export const pictureAddress = text(2048)
  .min(1, { error: messages.required })
  .regex(/^\/pictures\/[a-z]+-[0-9a-f-]{36}\.webp$/, { error: uploadAgain.picture })

/** What an uploaded picture or file can belong to. */
export const modelType = z.enum(['form', 'bump', 'divers'])
export type ModelType = z.output<typeof modelType>

/** The maximum size of a file in bytes. */
export const maximumUpload = 10_485_760
/** The maximum size of a video in bytes. Videos are sent in parts. */
export const largestFile = 2 * 1024 ** 3
/** How much of a file is needed to recognize a video, in bytes. */
export const beginningLength = 4_100
/** The maximum size of an uploaded picture in bytes, such as one from a camera. The stored picture is smaller. */
export const maximumPicture = 50 * 1024 * 1024

/** The multipart fields of `POST /api/uploads/pictures` besides `file`. */
export const pictureFields = z.object({ type: modelType })
export const storedPicture = z.object({ url: pictureAddress })

/** The multipart fields of `POST /api/uploads/files` besides `file`. It returns a file attachment. */
export const fileFields = z.object({ type: modelType.default('divers') })

/**
 * Starts an upload in parts. `beginning` is the first 4,100 bytes of the file in base64, or the whole file if it is
 * smaller.
 */
export const beginUpload = z.object({
  name: text(1000).min(1, { error: messages.required }),
  size: number.int().min(1),
  /**
   * The file's last-modified time in milliseconds, as the browser reports it. It identifies the file when its upload
   * resumes.
   */
  modifiedAt: number.int().min(0),
  type: modelType.default('divers'),
  beginning: z
    .base64({ error: whenMissing(messages.required) })
    .max(6_000, { error: () => messages.max(6_000) })
    .min(1, { error: messages.required }),
})
export type BeginUpload = z.output<typeof beginUpload>

/**
 * An upload in parts. Each part has `partSize` bytes, except the last. `arrived` lists the stored parts, counted from
 * 1.
 */
export const multipartUpload = z.object({
  id: uuid,
  name: z.string(),
  size: z.number().int(),
  partSize: z.number().int(),
  arrived: z.array(z.number().int()),
})
export type MultipartUpload = z.output<typeof multipartUpload>

/** A person's unfinished uploads, with the shop's used and total storage in bytes. */
export const ownUploads = z.object({
  unfinished: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      size: z.number().int(),
      /** How many bytes of the file have arrived. */
      sent: z.number().int(),
      endsAt: z.iso.datetime(),
    }),
  ),
  storage: z.object({ used: z.number().int(), most: z.number().int() }),
})
export type OwnUploads = z.output<typeof ownUploads>

const admits = admissionsTo('signed-in', 'files')

export const uploadsContract = {
  beginUpload: {
    ...admits.write,
    method: 'POST',
    path: '/uploads/begun',
    summary:
      'Starts the upload of a video of up to 2 GB in parts, or continues with the same file. Each part is then sent by PUT to `/uploads/begun/{id}/parts/{number}`',
    body: beginUpload,
    failures: { storage_full: 409, no_room: 503, email_unconfirmed: 403 },
    ok: { status: 201, schema: multipartUpload },
  },
  listBegun: {
    ...admits.write,
    method: 'GET',
    path: '/uploads/begun',
    summary: 'Lists the caller’s unfinished uploads, and how much storage the shop uses',
    ok: { status: 200, schema: ownUploads },
  },
  completeUpload: {
    ...admits.write,
    method: 'POST',
    path: '/uploads/begun/:id/complete',
    summary: 'Combines the parts that have arrived into a file; repeating it gives the same response',
    params: idParams,
    failures: { parts_missing: 409 },
    ok: { status: 201, schema: fileAttachment },
  },
  cancelUpload: {
    ...admits.write,
    method: 'DELETE',
    path: '/uploads/begun/:id',
    summary: 'Cancels an unfinished upload',
    params: idParams,
    ok: { status: 200, schema: z.object({}) },
  },
  deleteUpload: {
    ...admits.delete,
    method: 'DELETE',
    path: '/uploads',
    summary: 'Deletes an upload by its path or url; an upload that is still shown or sold stays stored',
    query: z.object({ path: z.string() }),
    ok: { status: 200, schema: z.object({}) },
  },
} as const satisfies Contract

/** Access to the routes that receive or return files. Their bodies are not JSON, so no contract describes them. */
export const fileRoutes = {
  // A picture may be a member's own photo.
  uploadPicture: { access: 'signed-in', right: null },
  uploadPart: { access: 'signed-in', right: { entity: 'files', verb: 'write' } },
  uploadFile: { access: 'signed-in', right: { entity: 'files', verb: 'write' } },
  downloadFile: { access: 'signed-in', right: { entity: 'files', verb: 'read' } },
} as const satisfies Record<string, Admission>

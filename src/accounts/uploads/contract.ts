import { z } from 'zod'
import { idParams, type Admission, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { number, text, uuid, whenMissing } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'

/** What somebody is told who refers to an upload that is not theirs, or is gone. */
export const uploadAgain = { picture: 'Upload the picture again', file: 'Upload the file again' } as const

/** What somebody is told who says something else of a stored file than was stored of it. */
export const storedOtherwise = (field: 'name' | 'size' | 'type', stored: string | number) =>
  `The ${field} of the uploaded file is ${stored}`

/** A stored file as what is sold refers to it. `size` is in bytes, `url` is a path of our own. */
export const fileAttachment = z.object({
  name: text(255).min(1, { error: messages.required }),
  url: text(2048).min(1, { error: messages.required }),
  size: number.int().min(0),
  type: text(255).min(1, { error: messages.required }),
})
export type FileAttachment = z.output<typeof fileAttachment>

/** A file as a seller takes it along: its content is had at `url`, whole or in parts. */
export const exportedFile = z.object({
  ...fileAttachment.shape,
  name: z.string(),
  type: z.string(),
  createdAt: z.iso.datetime(),
})

/** How many files a form, bump or offer can have. */
export const mostFiles = 20

export const tooManyAttached = `At most ${mostFiles} files can be attached`

export const fileAttachments = z
  .array(fileAttachment)
  .max(mostFiles, { error: tooManyAttached })
  .superRefine((files, context) => {
    for (const [index, { url }] of files.entries()) {
      if (files.findIndex((file) => file.url === url) === index) continue
      context.addIssue({ code: 'custom', path: [index, 'url'], message: 'This file is already in the list' })
    }
  })

/** A picture that we stored: the address that an upload answered. */
export const pictureAddress = text(2048)
  .min(1, { error: messages.required })
  .regex(/^\/pictures\/[a-z]+-[0-9a-f-]{36}\.webp$/, { error: uploadAgain.picture })

/** What an uploaded picture or file belongs to. */
export const modelType = z.enum(['form', 'bump', 'divers'])
export type ModelType = z.output<typeof modelType>

/** The largest file in bytes. */
export const maximumUpload = 10_485_760
/** The largest video that is sold, in bytes; it is sent in parts. */
export const largestFile = 2 * 1024 ** 3
/** Enough of a file to tell a video, in bytes. */
export const beginningLength = 4_100
/** The largest picture in bytes: what a camera makes. What is stored of it is small. */
export const maximumPicture = 50 * 1024 * 1024

/** What `POST /api/uploads/pictures` takes beside `file`, as multipart fields. */
export const pictureFields = z.object({ type: modelType })
export const storedPicture = z.object({ url: pictureAddress })

/** What `POST /api/uploads/files` takes beside `file`; it answers a file attachment. */
export const fileFields = z.object({ type: modelType.default('divers') })

/** What begins an upload in parts. `beginning` is the first 4,100 bytes, or all there are, in base64. */
export const beginUpload = z.object({
  name: text(1000).min(1, { error: messages.required }),
  size: number.int().min(1),
  /** When the file was changed, in milliseconds, as the browser says: the same one goes on where it was. */
  modifiedAt: number.int().min(0),
  type: modelType.default('divers'),
  beginning: z
    .base64({ error: whenMissing(messages.required) })
    .max(6_000, { error: messages.max(6_000) })
    .min(1, { error: messages.required }),
})
export type BeginUpload = z.output<typeof beginUpload>

/** An upload in parts: each has `partSize` bytes but the last, and those of `arrived`, counted from 1, are there. */
export const multipartUpload = z.object({
  id: uuid,
  name: z.string(),
  size: z.number().int(),
  partSize: z.number().int(),
  arrived: z.array(z.number().int()),
})
export type MultipartUpload = z.output<typeof multipartUpload>

/** What a person has on its way, and what the shop has stored of what it may; sizes in bytes. */
export const ownUploads = z.object({
  unfinished: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      size: z.number().int(),
      /** How much of it is there. */
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
      'Begins the upload of a video of up to 2 GB in parts, or goes on with the same file. Each part is then sent by PUT to `/uploads/begun/{id}/parts/{number}`',
    body: beginUpload,
    failures: { storage_full: 409, no_room: 503, email_unconfirmed: 403 },
    ok: { status: 201, schema: multipartUpload },
  },
  listBegun: {
    ...admits.write,
    method: 'GET',
    path: '/uploads/begun',
    summary: 'What the caller has begun to upload and not finished, and how much the shop has stored',
    ok: { status: 200, schema: ownUploads },
  },
  completeUpload: {
    ...admits.write,
    method: 'POST',
    path: '/uploads/begun/:id/complete',
    summary: 'Makes a file of the parts that have arrived; asking again answers the same',
    params: idParams,
    failures: { parts_missing: 409 },
    ok: { status: 201, schema: fileAttachment },
  },
  cancelUpload: {
    ...admits.write,
    method: 'DELETE',
    path: '/uploads/begun/:id',
    summary: 'Gives an upload up that is on its way',
    params: idParams,
    ok: { status: 200, schema: z.object({}) },
  },
  deleteUpload: {
    ...admits.delete,
    method: 'DELETE',
    path: '/uploads',
    summary: 'Deletes an upload by its path or url; what is still shown or sold stays stored',
    query: z.object({ path: z.string() }),
    ok: { status: 200, schema: z.object({}) },
  },
} as const satisfies Contract

/** Whom the routes that take or answer files let in: their bodies are no JSON, so that no contract describes them. */
export const fileRoutes = {
  // A picture may be a member's own photo.
  uploadPicture: { access: 'signed-in', right: null },
  uploadPart: { access: 'signed-in', right: { entity: 'files', verb: 'write' } },
  uploadFile: { access: 'signed-in', right: { entity: 'files', verb: 'write' } },
  downloadFile: { access: 'signed-in', right: { entity: 'files', verb: 'read' } },
} as const satisfies Record<string, Admission>

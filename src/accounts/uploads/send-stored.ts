import type { FastifyReply } from 'fastify'
import { extensionOf } from './check-files.ts'
import type { StoredFile } from './storage.ts'

/** Whatever an uploaded file holds, a browser runs none of it and loads nothing for it. */
const sandboxed = "default-src 'none'; sandbox"

/** Answers a public picture. Its address changes with its content, so it may be kept for ever. */
export function sendPicture(reply: FastifyReply, picture: StoredFile, type: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-length', picture.size)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', sandboxed)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-content-type-options', 'nosniff')
    .send(picture.stream)
}

/** What every answer with a file that is sold says: a browser runs none of it, and no cache keeps it. */
export const fileHeaders = {
  'accept-ranges': 'bytes',
  'cache-control': 'no-store',
  'content-security-policy': sandboxed,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

const sameExtension: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  tiff: 'tif',
  mpeg: 'mpg',
  text: 'txt',
  log: 'txt',
  md: 'txt',
}

/**
 * A file to be saved under its own name, never opened in place: the name in the encodings of RFC 6266 and RFC 5987. It always
 * ends as the content demands.
 */
export function asAttachment({ name, path }: { readonly name: string; readonly path: string }): string {
  const extension = extensionOf(path)
  const own = extensionOf(name)
  const fits = own === extension || sameExtension[own] === extension
  const full = fits ? name : `${name}.${extension}`
  const plain = full.replaceAll(/[^\w.\- ]/g, '_')
  const encoded = encodeURIComponent(full).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

import type { FastifyReply } from 'fastify'
import { extensionOf } from './judge/file-endings.ts'
import { savedName } from './judge/saved-name.ts'
import type { StoredFile } from './storage/storage.ts'

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

/**
 * A file to be saved under a name that fits its content, never opened in place: in the encodings of RFC 6266 and RFC 5987.
 */
export function asAttachment({ name, path }: { readonly name: string; readonly path: string }): string {
  const full = savedName(name, extensionOf(path))
  const plain = full.replaceAll(/[^\w.\- ]/g, '_')
  const encoded = encodeURIComponent(full).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

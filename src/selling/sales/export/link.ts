import { z } from 'zod'
import { isSignature, signatureOf } from '#foundation/signature.ts'
import { exportQuery, type ExportQuery } from '../contract.ts'

/** Where exports are had, below which token; how long that works, in seconds. */
export const exportPath = '/api/sales/export'
const lifetime = 120

const claim = z.object({ sellerId: z.string(), query: z.unknown(), expires: z.number() })

/** What an address leads to: of which seller, and what of theirs. */
type Claim<Query extends z.ZodType> = { readonly sellerId: string; readonly query: z.output<Query> }

/** Makes and reads the addresses of one kind of export; one of another kind does not fit, whoever made it. */
export function createExportLinks<Query extends z.ZodType>(path: string, query: Query) {
  const signed = (text: string) => `export:${path}:${text}`
  return {
    /** The address of an export. It needs no token beside it, so that a browser stores the file as it comes. */
    write(secret: string, sellerId: string, asked: z.output<Query>, now: Date): string {
      const made = { sellerId, query: asked, expires: now.getTime() + lifetime * 1000 }
      const text = Buffer.from(JSON.stringify(made)).toString('base64url')
      return `${path}?${new URLSearchParams({ link: `${text}.${signatureOf(secret, signed(text))}` }).toString()}`
    },

    /** What an address leads to; undefined where we did not make it, or its time is over. */
    read(secret: string, link: string, now: Date): Claim<Query> | undefined {
      const [text = '', signature = ''] = link.split('.')
      if (!isSignature(secret, signed(text), signature)) return undefined
      const { sellerId, expires, ...asked } = claim.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString()),
      )
      return expires > now.getTime() ? { sellerId, query: query.parse(asked.query) } : undefined
    },
  }
}

const links = createExportLinks(exportPath, exportQuery)

export function exportLink(secret: string, sellerId: string, query: ExportQuery, now: Date): string {
  return links.write(secret, sellerId, query, now)
}

export function readLink(secret: string, link: string, now: Date) {
  return links.read(secret, link, now)
}

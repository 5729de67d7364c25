import { z } from 'zod'
import { mayStill } from '#accounts/people/rights-in.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { SellerEntity } from '#foundation/rights/entities.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import type { Services } from '#registry/services.ts'

/** The query of an export's URL. */
export const linkQuery = z.object({ link: z.string().catch('') })

/** How long an export link works, in seconds. */
const lifetime = 120

const claim = z.object({ sellerId: z.string(), userId: z.string(), query: z.unknown(), expires: z.number() })

/** The member who gets the link, and the seller whose data it exports. */
type Given = Pick<Caller, 'sellerId' | 'userId'>

/** The seller and query of an export link. */
type Claim<Query extends z.ZodType> = { readonly sellerId: string; readonly query: z.output<Query> }

/** Creates and reads the links of one kind of export, which requires this right. Links of other kinds are rejected. */
export function createExportLinks<Query extends z.ZodType>(path: string, entity: SellerEntity, query: Query) {
  const signed = (text: string) => `export:${path}:${text}`
  return {
    /** An export's link, which needs no token, so that a browser can download the file directly. */
    write(secret: string, { sellerId, userId }: Given, asked: z.output<Query>, now: Date): string {
      const made = { sellerId, userId, query: asked, expires: now.getTime() + lifetime * 1000 }
      const text = Buffer.from(JSON.stringify(made)).toString('base64url')
      return `${path}?${new URLSearchParams({ link: `${text}.${signatureOf(secret, signed(text))}` }).toString()}`
    },

    /** What a link exports, or undefined if it is not ours, has expired, or its member has lost the right. */
    async open(
      { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
      link: string,
    ): Promise<Claim<Query> | undefined> {
      const [text = '', signature = ''] = link.split('.')
      if (!isSignature(config.authSecret, signed(text), signature)) return undefined
      const read = claim.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
      if (read === undefined || read.expires <= clock.now().getTime()) return undefined
      if (!(await mayStill(db, read, { entity, verb: 'read' }))) return undefined
      return { sellerId: read.sellerId, query: query.parse(read.query) }
    },
  }
}

import { z } from 'zod'
import { mayStill } from '#accounts/people/rights-in.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { SellerEntity } from '#foundation/rights/entities.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import type { Services } from '#registry/services.ts'

/** The query of an export's address. */
export const linkQuery = z.object({ link: z.string().catch('') })

/** How long an address works, in seconds. */
const lifetime = 120

const claim = z.object({ sellerId: z.string(), userId: z.string(), query: z.unknown(), expires: z.number() })

/** Who is given an address, and whose things it leads to. */
type Given = Pick<Caller, 'sellerId' | 'userId'>

/** What an address leads to: of which seller, and what of theirs. */
type Claim<Query extends z.ZodType> = { readonly sellerId: string; readonly query: z.output<Query> }

/**
 * Makes and reads the addresses of one kind of export, which asks for this right; one of another kind does not fit,
 * whoever made it.
 */
export function createExportLinks<Query extends z.ZodType>(path: string, entity: SellerEntity, query: Query) {
  const signed = (text: string) => `export:${path}:${text}`
  return {
    /** The address of an export. It needs no token beside it, so that a browser stores the file as it comes. */
    write(secret: string, { sellerId, userId }: Given, asked: z.output<Query>, now: Date): string {
      const made = { sellerId, userId, query: asked, expires: now.getTime() + lifetime * 1000 }
      const text = Buffer.from(JSON.stringify(made)).toString('base64url')
      return `${path}?${new URLSearchParams({ link: `${text}.${signatureOf(secret, signed(text))}` }).toString()}`
    },

    /**
     * What an address leads to; undefined where we did not make it, its time is over, or who was given it may no longer
     * read this.
     */
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

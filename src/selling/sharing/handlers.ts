import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { shortLinksContract } from './contract.ts'
import { newShortCode } from './short-code.ts'
import { findCode, insertCode } from './store.ts'

/** How often a code that is another form's is drawn again; one in billions is. */
const draws = 3

export function shortLinksHandlers({ db }: Services, publicUrl: string): Handlers<typeof shortLinksContract> {
  const codeOf = async (sellerId: string, formId: string): Promise<string> => {
    for (let draw = 0; draw <= draws; draw += 1) {
      const code = await findCode(db, sellerId, formId)
      if (code !== undefined) return code
      await insertCode(db, sellerId, formId, newShortCode())
    }
    throw new NotFound()
  }
  return {
    async getShortLink({ caller, params }) {
      if (!isId(params.id)) throw new NotFound()
      return `${publicUrl}/s/${await codeOf(caller.sellerId, params.id)}`
    },
  }
}

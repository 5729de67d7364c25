import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export async function readSteps(db: Kysely<Database>, sellerId: string) {
  const { formId, isHidden, hasSale } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('formsView')
        .select('id')
        .where('sellerId', '=', sellerId)
        .where('deletedAt', 'is', null)
        .orderBy('id', 'desc')
        .limit(1)
        .as('formId'),
      eb
        .exists(eb.selectFrom('hiddenSteps').select('sellerId').where('sellerId', '=', sellerId))
        .as('isHidden'),
      eb
        .exists(
          eb
            .selectFrom('purchasesView')
            .select('id')
            .where('sellerId', '=', sellerId)
            .where('paidAt', 'is not', null),
        )
        .as('hasSale'),
    ])
    .executeTakeFirstOrThrow()
  return { isOpen: !isHidden && !hasSale, formId }
}

export async function hideSteps(db: Kysely<Database>, sellerId: string, at: Date): Promise<void> {
  await db
    .insertInto('hiddenSteps')
    .values({ sellerId, hiddenAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import { newId } from '#foundation/db/new-id.ts'
import type { TestApp, TestSeller } from '#test-app.ts'

/** Records a seller's picture as if it had been uploaded. Returns its URL. */
export async function addPicture({ services: { db } }: TestApp, { userId }: TestSeller): Promise<string> {
  const id = newId()
  const path = `pictures/divers-${id}.webp`
  const { sellerId } = await db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const picture = { kind: 'picture', name: 'picture.png', size: 1200, type: 'image/webp' } as const
  await db
    .insertInto('uploads')
    .values({ ...picture, id, path, sellerId, userId })
    .execute()
  return `/${path}`
}

import { z } from 'zod'
import type { Kysely } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { namedLanguage } from '#foundation/language/read-language.ts'
import type { Services } from '#registry/services.ts'
import type { Writers } from '#foundation/mail/send-mails.ts'
import { languageOfPurchase } from '#payments/purchases/records/language-of-purchase.ts'
import { answers } from './notify.ts'
import { isReceiptKey } from './statement/receive-statement.ts'
import { findWithdrawal } from './store.ts'

const toBuyers: ReadonlySet<string> = new Set(['withdrawal', ...answers])
const statement = z.object({ id: z.string() })

/** The language of an email about a withdrawal: the buyer's own, or English for sellers. */
export async function languageOfMail(
  { db }: Pick<Services, 'db'>,
  { kind, data, purchaseId }: Parameters<Writers[string]>[0],
): Promise<string> {
  if (kind === 'withdrawal_question') return languageOfPurchase(db, purchaseId)
  if (!toBuyers.has(kind)) return 'en'
  return (await findWithdrawal(db, statement.parse(data).id))?.language ?? 'en'
}

/** The language of a statement, or undefined if it does not exist or the key does not belong to its receipt. */
export async function languageOfStatement(
  { db, authSecret }: { readonly db: Kysely<Database>; readonly authSecret: string },
  id: string,
  key: string,
): Promise<string | undefined> {
  if (!isId(id) || !isReceiptKey(authSecret, id, key)) return undefined
  return namedLanguage((await findWithdrawal(db, id))?.language)
}

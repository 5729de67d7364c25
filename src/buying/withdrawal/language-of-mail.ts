import { z } from 'zod'
import type { Services } from '#registry/services.ts'
import type { Writers } from '#foundation/mail/send-mails.ts'
import { languageOfPurchase } from '#payments/purchases/records/language-of-purchase.ts'
import { answers } from './notify.ts'
import { findWithdrawal } from './store.ts'

const toBuyers: ReadonlySet<string> = new Set(['withdrawal', ...answers])
const statement = z.object({ id: z.string() })

/** The language of a mail about a withdrawal: the buyer's own, and English for sellers. */
export async function languageOfMail(
  { db }: Pick<Services, 'db'>,
  { kind, data, purchaseId }: Parameters<Writers[string]>[0],
): Promise<string> {
  if (kind === 'withdrawal_question') return languageOfPurchase(db, purchaseId)
  if (!toBuyers.has(kind)) return 'en'
  return (await findWithdrawal(db, statement.parse(data).id))?.language ?? 'en'
}

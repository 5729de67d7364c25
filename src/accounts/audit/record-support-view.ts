import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Services } from '#registry/services.ts'
import { recordAudit } from './record-audit.ts'

/** Records in the log that support has looked at what belongs to a buyer of another's shop; of its own people, nothing. */
export async function recordSupportView(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { isSupport, userId: actorId, sellerId }: Pick<Caller, 'isSupport' | 'userId' | 'sellerId'>,
  action: 'customers.read' | 'sales.read',
  subjectId: string,
): Promise<void> {
  if (!isSupport) return
  await recordAudit(db, { at: clock.now(), actorId, sellerId, subjectId, action })
}

import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { boolean, createdFilter, emptyable, metadata, pagination, text } from '#api/params.ts'
import { renderBalanceTransaction } from '#balance/render-balance.ts'
import { bookDispute, bookWonDispute } from '#balance/transactions.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import type { JsonObject } from '#json.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import type { World } from '#world.ts'
import { isRefundable } from './charged-back.ts'
import { evidenceFields, evidenceParams, readEvidence } from './dispute-evidence.ts'
import { find, ownedBy } from './find.ts'
import type { ChargeRecord, DisputeRecord } from './records.ts'
import { renderCharge } from './render-charge.ts'

const day = 24 * 3600

export function renderDispute(world: World, dispute: DisputeRecord): JsonObject {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.balance_transactions.flatMap((id) => {
      const transaction = world.store.balanceTransactions.get(id)
      return transaction === undefined ? [] : [renderBalanceTransaction(world, transaction)]
    }),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(evidenceFields.map((field) => [field, dispute.evidence[field] ?? null])),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: dispute.due_by,
      enhanced_eligibility: {},
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: false,
      submission_count: dispute.status.endsWith('needs_response') ? 0 : 1,
      submission_method: dispute.status.endsWith('needs_response') ? 'not_submitted' : 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: isRefundable(dispute),
    livemode: false,
    metadata: dispute.metadata,
    payment_intent: dispute.payment_intent,
    reason: dispute.reason,
    status: dispute.status,
  }
}

/** Takes a charge back for the buyer's bank, or only opens an inquiry. @returns the updated charge */
export function openDispute(
  world: World,
  charge: ChargeRecord,
  kind: 'debit_not_authorized' | 'fraudulent' | 'product_not_received' | 'inquiry',
): ChargeRecord {
  const disputed = world.store.charges.put({ ...charge, disputed: true })
  const id = newId('du')
  const dispute = world.store.disputes.put({
    id,
    account: charge.account,
    created: world.clock.now(),
    amount: charge.amount,
    balance_transactions:
      kind === 'inquiry' ? [] : [bookDispute(world, charge, { id, amount: charge.amount })],
    charge: charge.id,
    currency: charge.currency,
    due_by: world.clock.now() + 9 * day,
    evidence: {},
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: kind === 'inquiry' ? 'fraudulent' : kind,
    status: firstStatus(kind),
  })
  emit(world, charge.account, 'charge.dispute.created', renderDispute(world, dispute))
  if (kind !== 'inquiry')
    emit(world, charge.account, 'charge.dispute.funds_withdrawn', renderDispute(world, dispute))
  if (dispute.status === 'lost')
    emit(world, charge.account, 'charge.dispute.closed', renderDispute(world, dispute))
  emit(world, charge.account, 'charge.updated', renderCharge(world, disputed), { disputed: false })
  return disputed
}

type Kind = Parameters<typeof openDispute>[2]

/** A reversed debit is lost from the beginning, whatever the evidence. */
function firstStatus(kind: Kind): DisputeRecord['status'] {
  if (kind === 'debit_not_authorized') return 'lost'
  return kind === 'inquiry' ? 'warning_needs_response' : 'needs_response'
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/disputes/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderDispute(
      context.world,
      find(context.world.store.disputes, context.account, pathId(context), 'dispute', 'id'),
    ),
})

const update = operation({
  method: 'POST',
  path: '/v1/disputes/{id}',
  params: z.strictObject({
    evidence: evidenceParams.optional(),
    metadata: emptyable(metadata).optional(),
    submit: boolean.optional(),
  }),
  run(context, params) {
    const { world, account } = context
    const before = find(world.store.disputes, account, pathId(context), 'dispute', 'id')
    const evidence = mergeMetadata(before.evidence, readEvidence(params.evidence))
    const dispute = { ...before, evidence, metadata: mergeMetadata(before.metadata, params.metadata) }
    if (params.evidence !== undefined && !before.status.endsWith('needs_response')) {
      throw invalidRequest(`This dispute is already ${before.status}, so its evidence cannot be changed.`)
    }
    const isSubmitted = (params.submit ?? true) && params.evidence !== undefined
    return renderDispute(world, isSubmitted ? judge(world, dispute) : world.store.disputes.put(dispute))
  },
})

/** Stripe's published test words decide the dispute immediately. Any other evidence stays under review. */
function judge(world: World, dispute: DisputeRecord): DisputeRecord {
  const isInquiry = dispute.status.startsWith('warning')
  const wins = dispute.evidence.uncategorized_text === 'winning_evidence'
  const loses = dispute.evidence.uncategorized_text === 'losing_evidence'
  const settled = isInquiry ? 'warning_closed' : wins ? 'won' : 'lost'
  const reviewed = isInquiry ? 'warning_under_review' : 'under_review'
  const status = wins || loses ? settled : reviewed
  const next = world.store.disputes.put({
    ...dispute,
    status,
    balance_transactions: [
      ...dispute.balance_transactions,
      ...(status === 'won' ? [bookWonDispute(world, dispute)] : []),
    ],
  })
  emit(world, next.account, 'charge.dispute.updated', renderDispute(world, next), { status: dispute.status })
  if (wins && !isInquiry)
    emit(world, next.account, 'charge.dispute.funds_reinstated', renderDispute(world, next))
  if (wins || loses) emit(world, next.account, 'charge.dispute.closed', renderDispute(world, next))
  return next
}

const list = operation({
  method: 'GET',
  path: '/v1/disputes',
  params: z.strictObject({
    charge: text.optional(),
    payment_intent: text.optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const disputes = ownedBy(world.store.disputes, account).filter(
      (one) =>
        (params.charge === undefined || one.charge === params.charge) &&
        (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(disputes, params, path, (dispute) => renderDispute(world, dispute))
  },
})

export const disputeOperations: Operation[] = [retrieve, update, list]

import { t } from '#foundation/language/t.ts'
import { z } from 'zod'
import type { EvidenceField } from '#foundation/card-provider/evidence-fields.ts'
import { idInPath, idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { text } from '#foundation/http/input/fields.ts'
import { plainLine } from '#foundation/typed/plain-text.ts'
import { isEmail, plainEmail } from '#foundation/typed/read-email.ts'

/** Stripe's character limit for each field. */
export const longestEvidence = 20_000

const said = text(longestEvidence).trim()

/** Evidence against a dispute, under Stripe's field names. An empty text means no evidence. */
export const evidence = z.object({
  product_description: said,
  customer_name: said.overwrite(plainLine),
  customer_email_address: said.overwrite(plainEmail).refine((email) => email === '' || isEmail(email), {
    error: () => t('Email is not valid'),
  }),
  billing_address: said,
  service_date: said,
  access_activity_log: said,
  refund_policy_disclosure: said,
  uncategorized_text: said,
} satisfies Record<EvidenceField, typeof said>)

const disputeParams = z.object({ id: idInPath, disputeId: z.string() })

export const disputeEvidenceContract = {
  getProofLink: {
    method: 'GET',
    path: '/sales/:id/proof-link',
    isPersonal: true,
    summary:
      'Returns a path on this host where the evidence of a paid purchase can be downloaded as PDF for two minutes, without a token',
    access: 'onboarded',
    right: { entity: 'sales', verb: 'read' },
    params: idParams,
    failures: { not_paid: 409 },
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
  suggestEvidence: {
    method: 'GET',
    path: '/sales/:id/disputes/:disputeId/evidence',
    summary:
      'Suggests evidence against a dispute: the draft at the card provider if there is one, otherwise text from the sale’s records',
    access: 'onboarded',
    right: { entity: 'refunds', verb: 'read' },
    params: disputeParams,
    failures: { not_paid: 409 },
    ok: { status: 200, schema: evidence },
  },
  sendEvidence: {
    method: 'POST',
    path: '/sales/:id/disputes/:disputeId/evidence',
    summary:
      'Sends evidence against a dispute: with `submit` to the bank, only once, otherwise as a draft to the card provider',
    access: 'onboarded',
    right: { entity: 'refunds', verb: 'write' },
    params: disputeParams,
    body: z.object({ evidence, submit: z.boolean() }),
    failures: { not_paid: 409, evidence_refused: 409, evidence_unknown: 503 },
    ok: { status: 200, schema: z.object({ status: z.string() }) },
  },
} as const satisfies Contract

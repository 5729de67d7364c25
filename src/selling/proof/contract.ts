import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract.ts'

export const proofContract = {
  getProofLink: {
    method: 'GET',
    path: '/sales/:id/proof-link',
    summary:
      'Answers the path of all that proves a paid purchase as a PDF: on this host, for two minutes, without a token',
    access: 'onboarded',
    right: { entity: 'sales', verb: 'read' },
    params: idParams,
    failures: { not_paid: 409 },
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
} as const satisfies Contract

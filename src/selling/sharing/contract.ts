import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'

export const shortLinksContract = {
  getShortLink: {
    method: 'GET',
    path: '/forms/:id/short',
    summary: "Returns the form's short link, always the same one",
    access: 'onboarded',
    right: { entity: 'forms', verb: 'read' },
    params: idParams,
    ok: { status: 200, schema: z.string() },
  },
} as const satisfies Contract

import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'

const firstSteps = z.object({
  /** True until the shop has made a sale or hidden the list. */
  isOpen: z.boolean(),
  /** The latest form, whose link is the next step, or null if there is none. */
  formId: z.string().nullable(),
})

export const firstStepsContract = {
  readFirstSteps: {
    method: 'GET',
    path: '/first-steps',
    isPersonal: true,
    summary: "Returns a new shop's next steps: its first form and its first sale",
    access: 'onboarded',
    right: { entity: 'forms', verb: 'write' },
    ok: { status: 200, schema: firstSteps },
  },
  hideFirstSteps: {
    method: 'POST',
    path: '/first-steps/hide',
    isPersonal: true,
    summary: 'Hides the next steps from everyone in the shop',
    access: 'onboarded',
    right: { entity: 'forms', verb: 'write' },
    ok: { status: 200, schema: firstSteps },
  },
} as const satisfies Contract

import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { email, requiredLine, requiredText } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { proofHeaders } from '#foundation/limits/proof-header.ts'

export const contactBody = z.object({
  name: requiredLine(120),
  email: email(messages.email),
  subject: requiredLine(200),
  message: requiredText(10_000),
})

export const contactContract = {
  contactUs: {
    method: 'POST',
    path: '/contact-us',
    summary: 'Sends a message to the operators of this product',
    access: 'anyone',
    headers: proofHeaders,
    body: contactBody,
    failures: { proof_needed: 428 },
    ok: { status: 202, schema: z.object({}) },
  },
} as const satisfies Contract

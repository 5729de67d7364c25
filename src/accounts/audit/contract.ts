import { z } from 'zod'
import { listQuery, pageOf, type Contract } from '#foundation/http/contract/contract.ts'

const person = z.object({ id: z.string(), name: z.string(), email: z.string() })

/** Who did what; `before` and `after` are names, such as of roles. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** Null for the command line, and for who is gone. */
  actor: person.nullable(),
  action: z.string(),
  /** The thing it was done to, where that is not a person. */
  subjectId: z.string().nullable(),
  /** Whom it was done to. */
  user: person.nullable(),
  sellerName: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** What a call for another seller was answered. */
  status: z.number().int().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const auditContract = {
  listAuditLog: {
    method: 'GET',
    path: '/admin/audit-log',
    summary:
      'Lists who changed roles, permissions, teams and other sellers’ data, and who looked at their buyers’, newest first; `q` searches',
    access: 'staff',
    right: { entity: 'audit', verb: 'read' },
    query: listQuery,
    ok: { status: 200, schema: pageOf(auditEntry) },
  },
} as const satisfies Contract

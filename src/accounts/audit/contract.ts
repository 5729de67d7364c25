import { z } from 'zod'
import { listQuery, pageOf, type Contract } from '#foundation/http/contract/contract.ts'

const person = z.object({ id: z.string(), name: z.string(), email: z.string() })

/** An action in the audit log and its actor. `before` and `after` are names, such as those of roles. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** Null for the command line and for deleted users. */
  actor: person.nullable(),
  action: z.string(),
  /** The thing that was changed, if it is not a person. */
  subjectId: z.string().nullable(),
  user: person.nullable(),
  sellerName: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The response status of a call that support staff made for another seller. */
  status: z.number().int().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const auditContract = {
  listAuditLog: {
    method: 'GET',
    path: '/admin/audit-log',
    summary:
      'Lists changes to roles, permissions, teams and other sellers’ data, and who viewed those sellers’ buyers, newest first; `q` searches the entries',
    access: 'staff',
    right: { entity: 'audit', verb: 'read' },
    query: listQuery,
    ok: { status: 200, schema: pageOf(auditEntry) },
  },
} as const satisfies Contract
